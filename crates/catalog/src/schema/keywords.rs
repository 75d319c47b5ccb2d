//! The keywords of a schema object, found in one pass over its keys.
//!
//! A schema has few keys and there are many keywords, so looking each keyword up would cost more
//! than everything else that is done with a schema.

use serde_json::{Map, Value};

macro_rules! keywords {
    ($($field:ident = $name:literal,)*) => {
        /// What a schema object says.
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct Keywords<'a> { $(pub(crate) $field: Option<&'a Value>,)* }

        impl<'a> Keywords<'a> {
            /// Reads the keys of a schema object.
            pub(crate) fn of(map: &'a Map<String, Value>) -> Self {
                let mut found = Keywords::default();
                for (key, value) in map {
                    match key.as_str() {
                        $($name => found.$field = Some(value),)*
                        _ => {}
                    }
                }
                found
            }
        }
    };
}

keywords! {
    id = "$id",
    reference = "$ref",
    dynamic_reference = "$dynamicRef",
    recursive_reference = "$recursiveRef",
    constant = "const",
    enumeration = "enum",
    any_of = "anyOf",
    one_of = "oneOf",
    all_of = "allOf",
    not = "not",
    condition = "if",
    then = "then",
    otherwise = "else",
    kind = "type",
    nullable = "nullable",
    properties = "properties",
    pattern_properties = "patternProperties",
    additional_properties = "additionalProperties",
    unevaluated_properties = "unevaluatedProperties",
    property_names = "propertyNames",
    required = "required",
    items = "items",
    prefix_items = "prefixItems",
    additional_items = "additionalItems",
    title = "title",
    description = "description",
    deprecated = "deprecated",
    default = "default",
    examples = "examples",
    example = "example",
    format = "format",
    minimum = "minimum",
    maximum = "maximum",
    exclusive_minimum = "exclusiveMinimum",
    exclusive_maximum = "exclusiveMaximum",
    multiple_of = "multipleOf",
    min_length = "minLength",
    max_length = "maxLength",
    pattern = "pattern",
    min_items = "minItems",
    max_items = "maxItems",
    unique_items = "uniqueItems",
    min_properties = "minProperties",
    max_properties = "maxProperties",
    content_encoding = "contentEncoding",
    content_media_type = "contentMediaType",
    read_only = "readOnly",
    write_only = "writeOnly",
}

impl<'a> Keywords<'a> {
    /// The reference, in any of its spellings.
    pub(crate) fn target(&self) -> Option<&'a str> {
        [self.reference, self.dynamic_reference, self.recursive_reference]
            .into_iter()
            .find_map(|value| value.and_then(Value::as_str))
    }

    /// Whether the schema starts a resource of its own.
    pub(crate) fn is_resource(&self) -> bool {
        self.id.and_then(Value::as_str).is_some_and(|id| !id.starts_with('#'))
    }
}

/// An array keyword.
pub(crate) fn list(value: Option<&Value>) -> Option<&[Value]> {
    value.and_then(Value::as_array).map(Vec::as_slice)
}

/// An object keyword.
pub(crate) fn table(value: Option<&Value>) -> Option<&Map<String, Value>> {
    value.and_then(Value::as_object)
}

/// A keyword that holds a schema with something to say.
pub(crate) fn schema(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| value.is_object())
}
