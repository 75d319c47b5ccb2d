//! Which parts of a value some schema has looked at, for `unevaluatedProperties` and
//! `unevaluatedItems`. Costs nothing when the document does not use them.

use std::collections::HashSet;

/// Parts looked at by the schemas applied to one value.
#[derive(Debug, Default)]
pub(super) struct Seen<'v> {
    tracks: bool,
    properties: HashSet<&'v str>,
    /// Items before this one.
    first: usize,
    items: HashSet<usize>,
}

impl<'v> Seen<'v> {
    /// Nothing looked at yet; without `tracks` it stays like that.
    pub(super) fn new(tracks: bool) -> Self {
        Seen { tracks, ..Seen::default() }
    }

    /// For a schema that may turn out not to fit, whose looking then does not count.
    pub(super) fn fresh(&self) -> Self {
        Seen::new(self.tracks)
    }

    pub(super) fn merge(&mut self, other: Seen<'v>) {
        self.properties.extend(other.properties);
        self.items.extend(other.items);
        self.first = self.first.max(other.first);
    }

    pub(super) fn property(&mut self, name: &'v str) {
        if self.tracks {
            self.properties.insert(name);
        }
    }

    pub(super) fn first_items(&mut self, count: usize) {
        self.first = self.first.max(count);
    }

    pub(super) fn all_items(&mut self) {
        self.first = usize::MAX;
    }

    pub(super) fn item(&mut self, index: usize) {
        if self.tracks {
            self.items.insert(index);
        }
    }

    pub(super) fn has_property(&self, name: &str) -> bool {
        self.properties.contains(name)
    }

    pub(super) fn has_item(&self, index: usize) -> bool {
        index < self.first || self.items.contains(&index)
    }
}
