//! Keywords of objects.

use serde_json::{Map, Value};

use super::{Run, Seen, Step, count, name_shown, properties};
use crate::schema::js_ordered;
use crate::schema::keywords::{Keywords, list, table};
use crate::tree::edit_distance;

impl<'v> Run<'v> {
    pub(super) fn object(
        &mut self,
        keywords: &Keywords<'v>,
        members: &'v Map<String, Value>,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        let size = members.len() as u64;
        if let Some(least) = count(keywords.min_properties).filter(|least| size < *least) {
            let message = format!("must have at least {}, got {size}", properties(least));
            fits = self.violation("minProperties", message);
        }
        if let Some(most) = count(keywords.max_properties).filter(|most| size > *most) {
            let message = format!("must have at most {}, got {size}", properties(most));
            fits = self.violation("maxProperties", message);
        }
        for name in list(keywords.required).into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                fits = self
                    .violation("required", format!("must have the property {}", name_shown(name)));
            }
        }
        if let Some(schema) = keywords.property_names {
            for name in members.keys() {
                if !self.name_fits(schema, name, resource) {
                    let message = format!("must not have the property {}", name_shown(name));
                    fits = self.violation("propertyNames", message);
                }
            }
        }
        let known = table(keywords.properties);
        let patterns = table(keywords.pattern_properties);
        for (name, member) in members {
            if self.stopped {
                return false;
            }
            let mut evaluated = false;
            if let Some(schema) = known.and_then(|known| known.get(name)) {
                fits &= self.part(Step::Key(name), schema, member, resource);
                evaluated = true;
            }
            for (pattern, schema) in patterns.into_iter().flatten() {
                match self.matches(pattern, name) {
                    Some(true) => {
                        fits &= self.part(Step::Key(name), schema, member, resource);
                        evaluated = true;
                    }
                    Some(false) => {}
                    None => fits = false,
                }
            }
            if let (false, Some(rest)) = (evaluated, keywords.additional_properties) {
                fits &= match rest {
                    Value::Bool(false) => self.unknown_property(name, known),
                    _ => self.part(Step::Key(name), rest, member, resource),
                };
                evaluated = true;
            }
            if evaluated {
                seen.property(name);
            }
        }
        fits
    }

    /// Whether a property's name fits a schema. A check of its own, because the name is no part
    /// of the data.
    fn name_fits(&mut self, schema: &Value, name: &str, resource: &Value) -> bool {
        let name = Value::String(name.to_owned());
        let mut run = Run {
            validator: self.validator,
            steps: self.steps,
            nesting: self.nesting,
            stopped: self.stopped,
            violations: Vec::new(),
            path: Vec::new(),
        };
        let fits = run.check(schema, &name, resource, &mut Seen::new(false));
        let (steps, stopped) = (run.steps, run.stopped);
        self.steps = steps;
        if stopped {
            return self.stop("is too large for its schema");
        }
        fits
    }

    fn unknown_property(&mut self, name: &str, known: Option<&Map<String, Value>>) -> bool {
        let near = known.into_iter().flat_map(Map::keys).take(200).find(|other| {
            edit_distance(&other.to_lowercase(), &name.to_lowercase(), 2).is_some()
                && other.len() > 2
        });
        let hint = near.map(|near| format!(", perhaps {} is meant", name_shown(near)));
        let message =
            format!("must not have the property {}{}", name_shown(name), hint.unwrap_or_default());
        self.violation("additionalProperties", message)
    }

    /// `dependentRequired`, `dependentSchemas`, and their common ancestor `dependencies`.
    pub(super) fn dependencies(
        &mut self,
        map: &'v Map<String, Value>,
        data: &'v Value,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let Value::Object(members) = data else { return true };
        let mut fits = true;
        for rule in ["dependentRequired", "dependentSchemas", "dependencies"] {
            for (name, dependent) in table(map.get(rule)).into_iter().flatten() {
                if !members.contains_key(name) {
                    continue;
                }
                match dependent {
                    Value::Array(names) => {
                        for other in names.iter().filter_map(Value::as_str) {
                            if !members.contains_key(other) {
                                let message = format!(
                                    "must have the property {} because it has {}",
                                    name_shown(other),
                                    name_shown(name)
                                );
                                fits = self.violation("dependentRequired", message);
                            }
                        }
                    }
                    schema => fits &= self.check(schema, data, resource, seen),
                }
            }
        }
        fits
    }

    pub(super) fn rest_properties(
        &mut self,
        rest: &'v Value,
        members: &'v Map<String, Value>,
        resource: &'v Value,
        seen: &mut Seen<'v>,
    ) -> bool {
        let mut fits = true;
        for (name, member) in js_ordered(members) {
            if !seen.has_property(name) {
                if *rest == Value::Bool(false) {
                    let message = format!("must not have the property {}", name_shown(name));
                    fits = self.violation("unevaluatedProperties", message);
                } else {
                    fits &= self.part(Step::Key(name), rest, member, resource);
                }
                seen.property(name);
            }
        }
        fits
    }
}
