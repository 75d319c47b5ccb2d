//! Names and descriptions of the properties a caller can give, which a query may match.
//!
//! Schemas that are still text are skimmed without building a tree: an index over thousands of
//! tools reads all of them, and wants only the second level.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::schema::{SchemaSource, js_ordered, reference};

/// References followed from the top of a schema.
const MAX_HOPS: usize = 8;

/// Visits the names and descriptions of the top-level properties.
pub(super) fn input_properties(input: &SchemaSource, put: &mut impl FnMut(&str)) {
    if let SchemaSource::Text(text) = input {
        match serde_json::from_str::<Top<'_>>(text) {
            Ok(top) if !top.refers => {
                for (name, description) in top.properties {
                    put(&name);
                    if let Some(text) = description {
                        put(&text);
                    }
                }
                return;
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
    if let SchemaSource::Held(held) = input {
        held.properties(put);
        return;
    }
    let opened = input.open();
    let mut schema = opened.schema();
    for _ in 0..MAX_HOPS {
        let Some(target) = schema.as_object().and_then(reference) else { break };
        match opened.document().resolve(target, opened.document().root()) {
            Some(found) => schema = found,
            None => break,
        }
    }
    let Some(Value::Object(properties)) = schema.get("properties") else { return };
    for (name, member) in js_ordered(properties) {
        put(name);
        if let Some(text) = member.get("description").and_then(Value::as_str) {
            put(text);
        }
    }
}

type Property<'t> = (Cow<'t, str>, Option<Cow<'t, str>>);

/// The top of a schema.
#[derive(Default)]
struct Top<'t> {
    refers: bool,
    properties: Vec<Property<'t>>,
}

/// The member of `properties`.
#[derive(Default)]
struct Properties<'t>(Vec<Property<'t>>);

/// The description of a schema.
#[derive(Default)]
struct Description<'t>(Option<Cow<'t, str>>);

/// A string, or nothing for values of other kinds.
#[derive(Default)]
struct Text<'t>(Option<Cow<'t, str>>);

/// Reads one kind of thing out of an object and lets every other value pass.
macro_rules! skim {
    ($name:ident, |$map:ident, $key:ident, $out:ident| $member:expr) => {
        impl<'t> Deserialize<'t> for $name<'t> {
            fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
                struct Skim;
                impl<'t> Visitor<'t> for Skim {
                    type Value = $name<'t>;
                    skim!(scalars $name);
                    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
                        Ok($name::default())
                    }
                    fn visit_map<A: MapAccess<'t>>(
                        self,
                        mut $map: A,
                    ) -> Result<Self::Value, A::Error> {
                        let mut $out = $name::default();
                        while let Some($key) = $map.next_key::<Text<'t>>()? {
                            let $key = $key.0.unwrap_or_default();
                            $member
                        }
                        Ok($out)
                    }
                }
                deserializer.deserialize_any(Skim)
            }
        }
    };
    (scalars $name:ident) => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("JSON")
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($name::default())
        }
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok($name::default())
        }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok($name::default())
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok($name::default())
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok($name::default())
        }
        fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            Ok($name::default())
        }
    };
}

skim!(Top, |map, key, out| match key.as_ref() {
    "$ref" => {
        map.next_value::<IgnoredAny>()?;
        out.refers = true;
    }
    "properties" => out.properties = map.next_value::<Properties<'t>>()?.0,
    _ => {
        map.next_value::<IgnoredAny>()?;
    }
});

skim!(Properties, |map, key, out| {
    let description = map.next_value::<Description<'t>>()?.0;
    out.0.push((key, description));
});

skim!(Description, |map, key, out| if key == "description" {
    out.0 = map.next_value::<Text<'t>>()?.0;
} else {
    map.next_value::<IgnoredAny>()?;
});

impl<'t> Deserialize<'t> for Text<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct Skim;
        impl<'t> Visitor<'t> for Skim {
            type Value = Text<'t>;
            skim!(scalars Text);
            fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Borrowed(text))))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Owned(text.to_owned()))))
            }
            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Text::default())
            }
        }
        deserializer.deserialize_any(Skim)
    }
}
