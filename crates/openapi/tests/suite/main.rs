//! Conversion and request building through the public interface.

mod bodies;
mod check;
mod documents;
mod hostile;
mod names;
mod parameters;
mod responses;
mod schemas;
mod security;
mod servers;
