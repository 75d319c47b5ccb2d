//! Texts for a model: declarations, instructions, return shapes, the words of the run tool.
//!
//! Options arrive as JSON text; their forms are the structs below.

use crate::runtime::NativeRuntime;
use codemode_catalog::{
    Budget, DeclarationOptions, InstructionOptions, Listing, Mounting, PromptOptions, SchemaSource,
    ShapeOptions,
};
use codemode_engine::semantics::Completion;
use napi::{Error, Result, Status};
use napi_derive::napi;
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn read<T: DeserializeOwned + Default>(options: Option<&str>) -> Result<T> {
    match options {
        None => Ok(T::default()),
        Some(text) => serde_json::from_str(text)
            .map_err(|error| Error::new(Status::InvalidArg, format!("Invalid options: {error}."))),
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Declarations {
    search: Option<bool>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Instructions {
    /// State the limits in force.
    limits: bool,
    listing: Option<ListingChoice>,
    typescript: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum ListingChoice {
    None,
    Namespaces,
    /// Tools up to a number of tokens.
    Tokens(usize),
    /// Tools up to a number of bytes.
    Bytes(usize),
}

#[napi]
impl NativeRuntime {
    #[napi]
    pub fn declarations(&self, options: Option<String>) -> Result<String> {
        let given: Declarations = read(options.as_deref())?;
        let search = given.search.unwrap_or(self.engine().settings().semantics.search);
        let options = DeclarationOptions { search, ..DeclarationOptions::default() };
        Ok(self.known_catalog()?.declarations(&options))
    }

    #[napi]
    pub fn instructions(&self, options: Option<String>) -> Result<String> {
        let given: Instructions = read(options.as_deref())?;
        let settings = self.engine().settings();
        let options = InstructionOptions {
            support: codemode_interpreter::support(),
            limits: &settings.limits,
            show_limits: given.limits,
            search: settings.semantics.search,
            sleep: settings.semantics.sleep,
            typescript: given.typescript.unwrap_or(true),
            last_expression: settings.semantics.completion == Completion::LastExpression,
            listing: match given.listing {
                None | Some(ListingChoice::Namespaces) => Listing::Namespaces,
                Some(ListingChoice::None) => Listing::None,
                Some(ListingChoice::Tokens(tokens)) => Listing::Tools(Budget::Tokens(tokens)),
                Some(ListingChoice::Bytes(bytes)) => Listing::Tools(Budget::Bytes(bytes)),
            },
        };
        Ok(self.known_catalog()?.instructions(&options))
    }

    /// The section of a system prompt that explains the run tool.
    #[napi]
    pub fn run_tool_prompt(&self, options: Option<String>) -> Result<String> {
        let given: RunToolPrompt = read(options.as_deref())?;
        let settings = self.engine().settings();
        Ok(codemode_catalog::run_tool_prompt(&PromptOptions {
            name: given.tool_name.as_deref().unwrap_or("run_code"),
            return_shapes: given.return_shapes,
            search: settings.semantics.search,
            sleep: settings.semantics.sleep,
            last_expression: settings.semantics.completion == Completion::LastExpression,
            limits: given.limits.then_some(&settings.limits),
        }))
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct RunToolPrompt {
    tool_name: Option<String>,
    return_shapes: bool,
    limits: bool,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Description {
    blocked: Vec<String>,
    /// The tools are those of a catalog, not the model's own.
    catalog: bool,
}

/// The description of a run tool: what it reaches, as a relation to the model's own tools.
#[napi]
pub fn describe_run_tool(name: String, options: Option<String>) -> Result<String> {
    let given: Description = read(options.as_deref())?;
    let mounting = match given.catalog {
        true => Mounting::Catalog,
        false => Mounting::Additive { blocked: &given.blocked },
    };
    Ok(codemode_catalog::describe_run_tool(&name, mounting))
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Shape {
    max_length: Option<usize>,
    max_depth: Option<u32>,
    whole_members: Option<bool>,
}

/// A short sketch of what a tool returns, from its JSON Schema as text.
#[napi]
pub fn return_shape(schema: String, options: Option<String>) -> Result<String> {
    let given: Shape = read(options.as_deref())?;
    let mut options = ShapeOptions::default();
    options.max_length = given.max_length.unwrap_or(options.max_length);
    options.max_depth = given.max_depth.unwrap_or(options.max_depth);
    options.whole_members = given.whole_members.unwrap_or(options.whole_members);
    Ok(codemode_catalog::return_shape(&SchemaSource::text(schema), &options))
}
