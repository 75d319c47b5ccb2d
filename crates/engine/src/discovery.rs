//! Answers the program's `search(...)`.

use codemode_protocol::{Payload, ToolReply};
use std::sync::{Arc, OnceLock};

/// Finds tools for a program; implemented over the catalog.
pub trait Discovery: Send + Sync {
    /// `input` is the first argument of `search`; a failure of kind `InvalidToolInput` is not counted as a
    /// call.
    fn search(&self, input: &Payload) -> ToolReply;
}

/// Descriptions are supplied when first needed, since most programs never search.
pub type SharedDiscovery = Arc<OnceLock<Box<dyn Discovery>>>;
