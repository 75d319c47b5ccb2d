//! Keywords of arrays.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{Run, Seen, Step, count, equal, hash_of, plural};
use crate::schema::keywords::{Keywords, list};

impl<'v> Run<'v> {
    pub(super) fn array(
        &mut self,
        map: &'v Map<String, Value>,
        keywords: &Keywords<'v>,
        items: &'v [Value],
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        let length = items.len() as u64;
        if let Some(least) = count(keywords.min_items).filter(|least| length < *least) {
            let message = format!("must have at least {}, got {length}", plural(least, "item"));
            fits = self.violation("minItems", message);
        }
        if let Some(most) = count(keywords.max_items).filter(|most| length > *most) {
            let message = format!("must have at most {}, got {length}", plural(most, "item"));
            fits = self.violation("maxItems", message);
        }
        if keywords.unique_items == Some(&Value::Bool(true)) {
            fits &= self.unique(items);
        }
        let (first, rest) = match (list(keywords.prefix_items), keywords.items) {
            (Some(first), rest) => (first, rest),
            (None, Some(Value::Array(first))) => (first.as_slice(), keywords.additional_items),
            (None, rest) => (&[][..], rest),
        };
        for (index, (schema, item)) in first.iter().zip(items).enumerate() {
            fits &= self.part(Step::Item(index), schema, item, resource);
        }
        seen.first_items(first.len().min(items.len()));
        if let Some(rest) = rest {
            for (index, item) in items.iter().enumerate().skip(first.len()) {
                if *rest == Value::Bool(false) {
                    let message = format!(
                        "must have at most {}, got {length}",
                        plural(first.len() as u64, "item")
                    );
                    fits = self.violation("items", message);
                    break;
                }
                fits &= self.part(Step::Item(index), rest, item, resource);
                if self.stopped {
                    return false;
                }
            }
            seen.all_items();
        }
        if let Some(contained) = map.get("contains") {
            fits &= self.contains(map, contained, items, resource, seen);
        }
        fits
    }

    fn contains(
        &mut self,
        map: &'v Map<String, Value>,
        contained: &'v Value,
        items: &'v [Value],
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let least = count(map.get("minContains")).unwrap_or(1);
        let most = count(map.get("maxContains")).unwrap_or(u64::MAX);
        let tracks = self.validator.tracks;
        let mut found = 0;
        for (index, item) in items.iter().enumerate() {
            let mut inner = Seen::new(tracks);
            if self.quietly(|run| run.check(contained, item, resource, &mut inner)) {
                found += 1;
                seen.item(index);
            }
        }
        if found < least {
            let message =
                format!("must contain at least {} of a kind, got {found}", plural(least, "item"));
            return self.violation("contains", message);
        }
        if found > most {
            let message =
                format!("must contain at most {} of a kind, got {found}", plural(most, "item"));
            return self.violation("maxContains", message);
        }
        true
    }

    fn unique(&mut self, items: &'v [Value]) -> bool {
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, item) in items.iter().enumerate() {
            if !self.charge(1) {
                return false;
            }
            let alike = known.entry(hash_of(item)).or_default();
            let twin = alike
                .iter()
                .copied()
                .find(|other| items.get(*other).is_some_and(|other| equal(other, item)));
            if let Some(twin) = twin {
                let message = format!("must not repeat items, got the same at {twin} and {index}");
                return self.violation("uniqueItems", message);
            }
            alike.push(index);
        }
        true
    }

    pub(super) fn rest_items(
        &mut self,
        rest: &'v Value,
        items: &'v [Value],
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        for (index, item) in items.iter().enumerate() {
            if !seen.has_item(index) {
                fits &= self.part(Step::Item(index), rest, item, resource);
            }
        }
        seen.all_items();
        fits
    }
}
