//! What the model reads: signatures, catalog, search, instructions.
#![forbid(unsafe_code)]
