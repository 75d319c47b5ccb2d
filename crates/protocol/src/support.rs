//! What the builtin tables export for documentation and for the text a model reads.

/// How far a name is supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportStatus {
    Full,
    /// Exists, with a difference that is written down.
    Differs,
    /// Deliberately absent; `note` says what to use instead.
    Absent,
}

/// One name a program might use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportEntry {
    /// For example `Array.prototype.map` or `structuredClone`.
    pub name: String,
    pub status: SupportStatus,
    pub note: Option<&'static str>,
}

/// Everything the realm exposes, in table order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Support {
    pub entries: Vec<SupportEntry>,
}
