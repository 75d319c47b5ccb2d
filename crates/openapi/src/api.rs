//! One API: its document, its plans, and the schemas of its tools.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};

use crate::document::Document;
use crate::operation::{self, Operations, Skipped, Summary};
use crate::options::{Options, ResponseShape};
use crate::plan::{Body, BodyLayout, MediaKind, OutputPart, Plan, Schema};
use crate::request::{self, HttpRequest};
use crate::schema::{Direction, Projector, file_input, file_output, shape};

/// Values that the schemas of one tool may hold.
const TOOL_BUDGET: usize = 400_000;
/// Values that one definition may hold.
const DEFINITION_BUDGET: usize = 100_000;

/// A converted API.
pub struct Api {
    document: Arc<Document>,
    operations: Operations,
    requests: Slots,
    responses: Slots,
}

/// Definitions of one direction, in the order of the table of names; each is made on first use.
type Slots = OnceLock<Vec<OnceLock<Value>>>;

/// A field of a tool's input, for search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    pub name: &'a str,
    pub description: Option<&'a str>,
}

impl Api {
    /// Facts on every operation, for hosts that decide about single ones.
    pub fn operations(document: &Document) -> Vec<Summary> {
        operation::list(document)
    }

    /// Converts a document.
    pub fn build(document: Arc<Document>, options: &Options) -> Api {
        let operations = operation::read(&document, options);
        Api { document, operations, requests: OnceLock::new(), responses: OnceLock::new() }
    }

    /// Plans of the tools, in document order.
    pub fn plans(&self) -> &[Plan] {
        &self.operations.plans
    }

    /// Operations that are not tools, in document order.
    pub fn skipped(&self) -> &[Skipped] {
        &self.operations.skipped
    }

    /// Operations that the host left out.
    pub fn filtered(&self) -> &[Summary] {
        &self.operations.filtered
    }

    /// Builds the request of one call, without credentials. The error is for the program.
    pub fn request(&self, tool: usize, input: &Value) -> Option<Result<HttpRequest, String>> {
        self.plans().get(tool).map(|plan| request::build(plan, input))
    }

    /// Security alternatives of a tool as data: a list of lists of schemes.
    pub fn security(&self, tool: usize) -> Option<Value> {
        let plan = self.plans().get(tool)?;
        serde_json::to_value(&plan.security.alternatives).ok()
    }

    /// Whether the result of a tool is the full envelope.
    pub fn is_full(&self, tool: usize) -> bool {
        self.plans().get(tool).is_some_and(|plan| plan.output.shape == ResponseShape::Full)
    }

    /// Fields of a tool's input, without their types.
    pub fn fields(&self, tool: usize) -> Vec<Field<'_>> {
        let Some(plan) = self.plans().get(tool) else { return Vec::new() };
        let arena = &self.document.arena;
        let mut out: Vec<Field<'_>> = plan
            .parameters
            .iter()
            .filter(|parameter| parameter.bound.is_none())
            .map(|parameter| Field {
                name: &parameter.field,
                description: parameter.description.and_then(|id| arena.str(id)),
            })
            .collect();
        match plan.body.as_ref().map(|body| &body.layout) {
            Some(BodyLayout::Flat(fields)) => out.extend(fields.iter().map(|field| Field {
                name: &field.field,
                description: match field.schema {
                    Schema::Node(node) | Schema::Inline(node) => arena.get_str(node, "description"),
                    _ => None,
                },
            })),
            Some(BodyLayout::Value { field }) => {
                out.push(Field { name: field, description: None });
            }
            None => {}
        }
        out
    }

    /// The JSON Schema of a tool's input, complete with the definitions it reaches.
    pub fn input_schema(&self, tool: usize) -> Option<Value> {
        let plan = self.plans().get(tool)?;
        let mut projector = Projector::new(&self.document, Direction::Request, TOOL_BUDGET);
        let schema = self.input(plan, &mut projector);
        Some(with_definitions(schema, projector.finish()))
    }

    /// The JSON Schema of a tool's result; `{}` when the document does not say.
    pub fn output_schema(&self, tool: usize) -> Option<Value> {
        let plan = self.plans().get(tool)?;
        let mut projector = Projector::new(&self.document, Direction::Response, TOOL_BUDGET);
        let schema = output(plan, &mut projector);
        Some(with_definitions(schema, projector.finish()))
    }

    /// The schema of a tool's input with references into [`Api::definition`].
    pub fn input_reference(&self, tool: usize) -> Option<Value> {
        let plan = self.plans().get(tool)?;
        let mut projector = Projector::new(&self.document, Direction::Request, TOOL_BUDGET);
        Some(self.input(plan, &mut projector))
    }

    /// The schema of a tool's result with references into [`Api::definition`].
    pub fn output_reference(&self, tool: usize) -> Option<Value> {
        let plan = self.plans().get(tool)?;
        let mut projector = Projector::new(&self.document, Direction::Response, TOOL_BUDGET);
        Some(output(plan, &mut projector))
    }

    /// The definition of that name, as inputs or as outputs refer to it.
    pub fn definition(&self, direction: Direction, name: &str) -> Option<&Value> {
        let names = self.document.names();
        let position = names.position(name)?;
        // Without directed properties both sides mean the same, and share.
        let slots = match direction {
            Direction::Response if self.document.directed() != (false, false) => &self.responses,
            _ => &self.requests,
        };
        // Two more for the types of files.
        let slots = slots
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(names.len() + 2).collect());
        let Some((_, node)) = names.entry(position) else {
            return if name == names.file_input {
                slots.get(names.len()).map(|slot| slot.get_or_init(file_input))
            } else {
                slots.get(names.len() + 1).map(|slot| slot.get_or_init(file_output))
            };
        };
        slots.get(position as usize).map(|slot| {
            slot.get_or_init(|| {
                Projector::new(&self.document, direction, DEFINITION_BUDGET).root(node)
            })
        })
    }

    fn input(&self, plan: &Plan, projector: &mut Projector<'_>) -> Value {
        let arena = &self.document.arena;
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        for parameter in plan.parameters.iter().filter(|parameter| parameter.bound.is_none()) {
            let mut schema = projector.schema(&parameter.schema);
            if let Value::Object(members) = &mut schema {
                if !members.contains_key("description")
                    && let Some(text) = parameter.description.and_then(|id| arena.str(id))
                {
                    members
                        .insert("description".into(), crate::schema::clipped(text, 8 << 10).into());
                }
                if parameter.deprecated {
                    members.insert("deprecated".into(), true.into());
                }
            }
            if parameter.required {
                required.push(parameter.field.as_str().into());
            }
            properties.insert(parameter.field.clone(), schema);
        }
        if let Some(body) = &plan.body {
            match &body.layout {
                BodyLayout::Flat(fields) => {
                    for field in fields {
                        let mut schema = projector.schema(&field.schema);
                        // A Swagger 2.0 form parameter says `required` about itself.
                        if let (Schema::Inline(_), Value::Object(members)) =
                            (&field.schema, &mut schema)
                        {
                            members.remove("required");
                        }
                        if field.required {
                            required.push(field.field.as_str().into());
                        }
                        properties.insert(field.field.clone(), schema);
                    }
                }
                BodyLayout::Value { field } => {
                    if body.required {
                        required.push(field.as_str().into());
                    }
                    properties.insert(field.clone(), self.body_schema(body, projector));
                }
            }
            if let Some(choice) = &body.choice {
                let types: Vec<&str> =
                    body.media.iter().map(|media| media.content_type.as_str()).collect();
                let schema = json!({ "enum": types, "default": types.first() });
                properties.insert(choice.clone(), schema);
            }
        }
        let mut out = Map::new();
        out.insert("type".into(), "object".into());
        out.insert("properties".into(), Value::Object(properties));
        if !required.is_empty() {
            out.insert("required".into(), Value::Array(required));
        }
        Value::Object(out)
    }

    /// One schema for a body of one or several media types.
    fn body_schema(&self, body: &Body, projector: &mut Projector<'_>) -> Value {
        let mut members: Vec<Value> = Vec::new();
        for media in &body.media {
            let files = media.properties.values().any(|property| property.file);
            let schema = match (media.kind, &media.schema) {
                (MediaKind::Binary, _) => projector.schema(&Schema::File),
                (MediaKind::Text, Schema::Any) => json!({ "type": "string" }),
                (MediaKind::Text, schema) if !media.lines => {
                    let schema = projector.schema(schema);
                    if schema == json!({}) { json!({ "type": "string" }) } else { schema }
                }
                (MediaKind::Text, _) => json!({ "type": "array", "items": {} }),
                (MediaKind::Multipart, Schema::Node(node)) if files => {
                    self.form_schema(*node, media, projector)
                }
                (_, schema) => projector.schema(schema),
            };
            if !members.contains(&schema) {
                members.push(schema);
            }
        }
        if members.len() == 1 {
            members.pop().unwrap_or_default()
        } else {
            json!({ "anyOf": members })
        }
    }

    /// An object schema whose file properties are files.
    fn form_schema(
        &self,
        node: crate::arena::NodeId,
        media: &crate::plan::Media,
        projector: &mut Projector<'_>,
    ) -> Value {
        let Some(shape) = shape(&self.document, node) else { return json!({ "type": "object" }) };
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        for (name, property) in shape.properties {
            if projector.is_hidden(property) {
                continue;
            }
            let schema = crate::body::property_schema(&self.document, media, &name, property);
            let mut schema = projector.schema(&schema);
            let text = self
                .document
                .resolve(property)
                .ok()
                .and_then(|node| self.document.arena.get_str(node, "description"));
            if let (Some(text), Value::Object(members)) = (text, &mut schema)
                && members.contains_key("$ref")
            {
                members.insert("description".into(), crate::schema::clipped(text, 8 << 10).into());
            }
            if shape.required.contains(&name) {
                required.push(name.as_str().into());
            }
            properties.insert(name, schema);
        }
        let mut out = Map::new();
        out.insert("type".into(), "object".into());
        out.insert("properties".into(), Value::Object(properties));
        if !required.is_empty() {
            out.insert("required".into(), Value::Array(required));
        }
        Value::Object(out)
    }
}

fn output(plan: &Plan, projector: &mut Projector<'_>) -> Value {
    let mut members: Vec<Value> = Vec::new();
    for part in &plan.output.alternatives {
        let schema = match part {
            OutputPart::Json(schema) => projector.schema(schema),
            OutputPart::Text => json!({ "type": "string" }),
            OutputPart::Empty => json!({ "type": "null" }),
            OutputPart::File => projector.received_file(),
            OutputPart::Events => json!({
                "type": "object",
                "description": "Events collected until the stream ended or a bound was reached.",
                "properties": {
                    "events": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "event": { "type": "string" },
                                "id": { "type": "string" },
                                "data": {},
                            },
                            "required": ["data"],
                        },
                    },
                    "truncated": { "type": "boolean" },
                },
                "required": ["events", "truncated"],
            }),
            OutputPart::Sequence(schema) => {
                let item = projector.schema(schema);
                json!({
                    "type": "object",
                    "properties": {
                        "items": { "type": "array", "items": item },
                        "truncated": { "type": "boolean" },
                    },
                    "required": ["items", "truncated"],
                })
            }
        };
        if !members.contains(&schema) {
            members.push(schema);
        }
    }
    let data = match members.len() {
        0 => json!({}),
        1 => members.pop().unwrap_or_default(),
        _ => json!({ "anyOf": members }),
    };
    match plan.output.shape {
        ResponseShape::Body => data,
        ResponseShape::Full => json!({
            "type": "object",
            "properties": {
                "status": { "type": "integer" },
                "headers": { "type": "object", "additionalProperties": { "type": "string" } },
                "data": data,
            },
            "required": ["status", "headers", "data"],
        }),
    }
}

fn with_definitions(mut schema: Value, definitions: Map<String, Value>) -> Value {
    if let (Value::Object(members), false) = (&mut schema, definitions.is_empty()) {
        members.insert("$defs".into(), Value::Object(definitions));
    }
    schema
}
