//! Locale data and formatting as plain functions.
#![forbid(unsafe_code)]
