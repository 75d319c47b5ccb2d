//! OpenAPI documents to tools and request plans; performs no HTTP.
//!
//! A document is read once into a flat tree; each operation becomes a plan or is skipped with a
//! reason; schemas are projected when somebody looks at them; a plan and an input become the
//! parts of a request. Sending it, and whatever needs a secret, belongs to the host.
#![forbid(unsafe_code)]

mod api;
mod arena;
mod body;
mod definitions;
mod document;
mod form;
mod media;
mod naming;
mod operation;
mod options;
mod parameter;
mod plan;
mod request;
mod response;
mod schema;
mod security;
mod serialise;
mod server;
mod yaml;

pub use api::{Api, Field};
pub use arena::{ReadError, ReadLimits};
pub use document::{Dialect, Document, Source};
pub use operation::{Skipped, Summary};
pub use options::{
    Bind, Decision, Filter, NamespaceRule, NestedArrays, Options, ResponseShape, ServerChoice,
};
pub use plan::Plan;
pub use request::{HttpBody, HttpPart, HttpRequest, PartContent};
pub use schema::Direction;
