//! The napi skin: converts and forwards, decides nothing.
