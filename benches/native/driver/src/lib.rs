//! Measures one program in one engine. An engine is a small binary that implements [`run::Engine`].
#![forbid(unsafe_code)]

pub mod measure;
pub mod plan;
pub mod run;
pub mod tools;

/// JavaScript that gives a rival engine the five tools over three host functions.
pub const GLUE: &str = include_str!("glue.js");
