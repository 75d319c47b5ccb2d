//! ECMAScript regular expressions, matched iteratively under a step budget.
#![forbid(unsafe_code)]
