//! What the model reads: signatures, catalog, search, instructions.
//!
//! A host declares tools as [`ToolEntry`]s, each with its schemas as JSON text or as parts of a
//! shared [`Document`]. A [`Catalog`] made of them checks the names at once and does everything
//! else when it is asked for, once: parse schemas, render signatures, build the search index.
//!
//! ```
//! use codemode_catalog::{Catalog, CatalogOptions, SchemaSource, ToolEntry};
//!
//! let mut lookup = ToolEntry::new(["orders", "lookup"]);
//! lookup.description = "Look up an order by ID".into();
//! lookup.input = Some(SchemaSource::text(
//!     r#"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"#,
//! ));
//! let catalog = Catalog::new(vec![lookup], Vec::new(), CatalogOptions::default()).unwrap();
//! assert_eq!(
//!     catalog.catalog()[0].signature,
//!     "tools.orders.lookup(input: {\n  id: string,\n}): Promise<void>",
//! );
//! ```
//!
//! Invariants: no clock, I/O, thread or randomness that shows; the same input gives the same
//! text; every function ends within the caps written at the top of its module, whatever it is
//! handed.
#![forbid(unsafe_code)]

mod catalog;
mod declarations;
mod instructions;
mod literal;
mod return_shape;
mod run_tool;
mod schema;
mod search;
mod select;
mod signature;
mod tree;
mod validate;

pub use catalog::{
    Catalog, CatalogOptions, Description, NamespaceDescription, NamespaceEntry, ToolEntry,
    UnknownTool,
};
pub use declarations::DeclarationOptions;
pub use instructions::{InstructionOptions, Listing};
pub use return_shape::{ShapeOptions, return_shape};
pub use run_tool::{ListingStyle, Mounting, PromptOptions, describe_run_tool, run_tool_prompt};
pub use schema::{Definitions, Document, HeldSchema, Omit, SchemaSource};
pub use search::{SEARCH_ARGUMENTS, SEARCH_SIGNATURE};
pub use select::{Budget, Selection, estimated_tokens};
pub use signature::{Style, TypeText, signature, type_text};
pub use tree::{NameError, NameRules, check_name, expression, tool_expression};
pub use validate::{Validator, Violation, violation_text};
