//! Abstract operations of ECMA-262 chapter 7, and the essential internal methods of chapter 10.

pub mod compare;
pub mod convert;
pub mod date;
pub mod number;
pub mod object;
