//! OpenAPI documents to tools and request plans; performs no HTTP.
#![forbid(unsafe_code)]
