//! Natives behind the `$` names of the self-hosted sources, and functions with hidden data.

use super::Intrinsic;
use super::table::NativeFn;
use crate::heap::ObjectId;
use crate::object::{Attributes, Descriptor, Internal, Kind, PropertyKey};
use crate::value::Value;
use crate::vm::{Abrupt, Args, Completion, Vm};

/// `$name` to native. Arguments are trusted to be of the kinds the name says.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    ("isObject", |vm, a| Ok(a.get(vm, 0).is_object().into())),
    ("isCallable", |vm, a| Ok(vm.is_callable(a.get(vm, 0)).into())),
    ("isConstructor", |vm, a| Ok(vm.is_constructor(a.get(vm, 0)).into())),
    ("throwTypeError", |vm, a| Err(throw(vm, a, Intrinsic::TypeErrorPrototype))),
    ("throwRangeError", |vm, a| Err(throw(vm, a, Intrinsic::RangeErrorPrototype))),
    ("throwSyntaxError", |vm, a| Err(throw(vm, a, Intrinsic::SyntaxErrorPrototype))),
    ("throwReferenceError", |vm, a| Err(throw(vm, a, Intrinsic::ReferenceErrorPrototype))),
    ("describe", |vm, a| {
        let v = a.get(vm, 0);
        let text = vm.describe(v);
        Ok(vm.heap.new_string(&text).into())
    }),
    ("displayText", |vm, a| {
        let v = a.get(vm, 0);
        let text = vm.describe(v);
        Ok(vm.heap.new_string(text.trim_matches('"')).into())
    }),
    ("keyText", |vm, a| {
        let v = a.get(vm, 0);
        let key = vm.to_property_key(v)?;
        let text = vm.key_text(key);
        Ok(vm.heap.new_string(&text).into())
    }),
    ("throwNotIterable", |vm, a| {
        let v = a.get(vm, 0);
        if a.get(vm, 1) == Value::TRUE {
            let text = vm.describe(v);
            return Err(vm.type_error(&format!("{text} is not async iterable")));
        }
        Err(vm.not_iterable(v))
    }),
    ("toNumericPrimitive", |vm, a| {
        let v = a.get(vm, 0);
        vm.to_numeric(v)
    }),
    ("toObject", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.to_object(v)?.into())
    }),
    ("toLength", |vm, a| {
        let n = a.number(vm, 0)?;
        let n = if n.is_nan() { 0.0 } else { n.trunc() };
        Ok(Value::number(n.clamp(0.0, 9_007_199_254_740_991.0)))
    }),
    ("toIntegerOrInfinity", |vm, a| Ok(Value::number(a.integer(vm, 0)?))),
    ("toPropertyKey", |vm, a| {
        let key = a.property_key(vm, 0)?;
        Ok(vm.key_value(key))
    }),
    ("sameValue", |vm, a| {
        let (x, y) = (a.get(vm, 0), a.get(vm, 1));
        Ok(vm.same_value(x, y).into())
    }),
    ("sameValueZero", |vm, a| {
        let (x, y) = (a.get(vm, 0), a.get(vm, 1));
        Ok(vm.same_value_zero(x, y).into())
    }),
    ("samePropertyKey", |vm, a| {
        let (x, y) = (a.get(vm, 0), a.get(vm, 1));
        Ok((vm.to_property_key(x)? == vm.to_property_key(y)?).into())
    }),
    // Reading well-known symbols.
    ("symbolIterator", |vm, _| Ok(symbol(vm, "iterator"))),
    ("symbolAsyncIterator", |vm, _| Ok(symbol(vm, "asyncIterator"))),
    ("symbolToPrimitive", |vm, _| Ok(symbol(vm, "toPrimitive"))),
    ("symbolHasInstance", |vm, _| Ok(symbol(vm, "hasInstance"))),
    ("symbolToStringTag", |vm, _| Ok(symbol(vm, "toStringTag"))),
    ("symbolSpecies", |vm, _| Ok(symbol(vm, "species"))),
    ("symbolIsConcatSpreadable", |vm, _| Ok(symbol(vm, "isConcatSpreadable"))),
    ("symbolMatch", |vm, _| Ok(symbol(vm, "match"))),
    ("symbolMatchAll", |vm, _| Ok(symbol(vm, "matchAll"))),
    ("symbolReplace", |vm, _| Ok(symbol(vm, "replace"))),
    ("symbolSearch", |vm, _| Ok(symbol(vm, "search"))),
    ("symbolSplit", |vm, _| Ok(symbol(vm, "split"))),
    ("symbolDispose", |vm, _| Ok(symbol(vm, "dispose"))),
    ("symbolAsyncDispose", |vm, _| Ok(symbol(vm, "asyncDispose"))),
    // Internal arrays.
    ("push", |vm, a| {
        let v = a.get(vm, 1);
        if let Some(id) = a.get(vm, 0).as_object() {
            vm.push_element(id, v)?;
        }
        Ok(Value::UNDEFINED)
    }),
    // CreateDataPropertyOrThrow
    ("define", |vm, a| {
        let (o, k, v) = (object(vm, a, 0)?, a.get(vm, 1), a.get(vm, 2));
        let key = vm.to_property_key(k)?;
        vm.create_data_property_or_throw(o, key, v)?;
        Ok(Value::UNDEFINED)
    }),
    ("tryDefine", |vm, a| {
        let (o, k, v) = (object(vm, a, 0)?, a.get(vm, 1), a.get(vm, 2));
        let key = vm.to_property_key(k)?;
        Ok(vm.create_data_property(o, key, v)?.into())
    }),
    // Writable, configurable, not enumerable.
    ("defineHidden", |vm, a| {
        let (o, k, v) = (object(vm, a, 0)?, a.get(vm, 1), a.get(vm, 2));
        let key = vm.to_property_key(k)?;
        vm.define_property_or_throw(o, key, &Descriptor::data(v, Attributes::METHOD))?;
        Ok(Value::UNDEFINED)
    }),
    // Essential internal methods of any object.
    ("getPrototypeOf", |vm, a| {
        let o = object(vm, a, 0)?;
        Ok(vm.get_prototype_of(o)?.map_or(Value::NULL, Value::object))
    }),
    ("setPrototypeOf", |vm, a| {
        let o = object(vm, a, 0)?;
        let p = a.get(vm, 1).as_object();
        Ok(vm.set_prototype_of(o, p)?.into())
    }),
    ("isExtensible", |vm, a| {
        let o = object(vm, a, 0)?;
        Ok(vm.is_extensible(o)?.into())
    }),
    ("preventExtensions", |vm, a| {
        let o = object(vm, a, 0)?;
        Ok(vm.prevent_extensions(o)?.into())
    }),
    ("ownKeys", |vm, a| {
        let o = object(vm, a, 0)?;
        let keys = vm.own_property_keys(o)?;
        let list = keys.into_iter().map(|k| vm.key_value(k)).collect();
        Ok(vm.new_array(list).into())
    }),
    ("getOwnPropertyDescriptor", |vm, a| {
        let (o, k) = (object(vm, a, 0)?, a.get(vm, 1));
        let key = vm.to_property_key(k)?;
        match vm.get_own_property(o, key)? {
            Some(slot) => Ok(vm.from_descriptor(&Descriptor::from_slot(&slot)).into()),
            None => Ok(Value::UNDEFINED),
        }
    }),
    // The descriptor if the property is non-configurable, else undefined: all that proxy get and set check.
    ("getFixedProperty", |vm, a| {
        let (o, k) = (object(vm, a, 0)?, a.get(vm, 1));
        let key = vm.to_property_key(k)?;
        match vm.get_own_property(o, key)? {
            Some(slot) if !slot.attributes().configurable() => {
                Ok(vm.from_descriptor(&Descriptor::from_slot(&slot)).into())
            }
            _ => Ok(Value::UNDEFINED),
        }
    }),
    ("completeDescriptor", |vm, a| {
        let o = object(vm, a, 0)?;
        let mut d = vm.to_descriptor(o)?;
        if d.is_accessor() {
            d.get = d.get.or(Some(Value::UNDEFINED));
            d.set = d.set.or(Some(Value::UNDEFINED));
        } else {
            d.value = d.value.or(Some(Value::UNDEFINED));
            d.writable = d.writable.or(Some(false));
        }
        d.enumerable = d.enumerable.or(Some(false));
        d.configurable = d.configurable.or(Some(false));
        Ok(vm.from_descriptor(&d).into())
    }),
    ("isCompatibleDescriptor", |vm, a| {
        let extensible = a.get(vm, 0) == Value::TRUE;
        let o = object(vm, a, 1)?;
        let d = vm.to_descriptor(o)?;
        let current = match a.get(vm, 2).as_object() {
            Some(own) => {
                let c = vm.to_descriptor(own)?;
                let attributes = Attributes::from_bits(
                    c.writable.unwrap_or(false),
                    c.enumerable.unwrap_or(false),
                    c.configurable.unwrap_or(false),
                );
                Some(if c.is_accessor() {
                    crate::object::Slot::Accessor {
                        get: c.get.unwrap_or_default(),
                        set: c.set.unwrap_or_default(),
                        attributes: attributes | Attributes::ACCESSOR,
                    }
                } else {
                    crate::object::Slot::Data { value: c.value.unwrap_or_default(), attributes }
                })
            }
            None => None,
        };
        Ok(vm.validate_and_apply(None, PropertyKey::Index(0), extensible, &d, current).into())
    }),
    ("defineOwnProperty", |vm, a| {
        let (o, k, d) = (object(vm, a, 0)?, a.get(vm, 1), object(vm, a, 2)?);
        let key = vm.to_property_key(k)?;
        let d = vm.to_descriptor(d)?;
        Ok(vm.define_own_property(o, key, &d)?.into())
    }),
    ("deleteProperty", |vm, a| {
        let (o, k) = (object(vm, a, 0)?, a.get(vm, 1));
        let key = vm.to_property_key(k)?;
        Ok(vm.delete(o, key)?.into())
    }),
    ("getWithReceiver", |vm, a| {
        let (o, k, r) = (object(vm, a, 0)?, a.get(vm, 1), a.get(vm, 2));
        let key = vm.to_property_key(k)?;
        vm.get_with(o, key, r)
    }),
    ("setWithReceiver", |vm, a| {
        let (o, k, v, r) = (object(vm, a, 0)?, a.get(vm, 1), a.get(vm, 2), a.get(vm, 3));
        let key = vm.to_property_key(k)?;
        Ok(vm.set_with(o, key, v, r)?.into())
    }),
    ("setSloppy", |vm, a| {
        let (target, k, v) = (a.get(vm, 0), a.get(vm, 1), a.get(vm, 2));
        let key = vm.to_property_key(k)?;
        if let Some(o) = target.as_object() {
            vm.set_with(o, key, v, target)?;
        } else if let Some(p) = vm.primitive_prototype(target) {
            vm.set_with(p, key, v, target)?;
        }
        Ok(Value::UNDEFINED)
    }),
    ("setArrayLengthValue", |vm, a| {
        let id = object(vm, a, 0)?;
        let n = a.get(vm, 1).as_number().unwrap_or(0.0);
        let m = a.get(vm, 2).as_number().unwrap_or(f64::NAN);
        if n != m {
            return Err(vm.range_error("Invalid array length"));
        }
        let key = vm.realm.names.length;
        let d = Descriptor { value: Some(Value::number(n)), ..Descriptor::default() };
        let o = vm.heap.object(id);
        let ok =
            !o.has(crate::object::flags::LENGTH_READONLY) && vm.define_own_property(id, key, &d)?;
        if !ok && a.get(vm, 3) == Value::TRUE {
            return Err(vm.cannot_assign(Value::object(id), key));
        }
        Ok(Value::UNDEFINED)
    }),
    ("hasOwn", |vm, a| {
        let (o, k) = (object(vm, a, 0)?, a.get(vm, 1));
        let key = vm.to_property_key(k)?;
        Ok(vm.get_own_property(o, key)?.is_some().into())
    }),
    ("isOwnEnumerable", |vm, a| {
        let (o, k) = (object(vm, a, 0)?, a.get(vm, 1));
        let key = vm.to_property_key(k)?;
        Ok(vm.get_own_property(o, key)?.is_some_and(|s| s.enumerable()).into())
    }),
    ("firstDuplicate", |vm, a| {
        let keys = key_list(vm, a, 0)?;
        let mut seen = rustc_hash::FxHashSet::default();
        for k in keys {
            if !seen.insert(k) {
                return Ok(vm.key_value(k));
            }
        }
        Ok(Value::UNDEFINED)
    }),
    // First key of the first list that the second does not hold.
    ("missingKey", |vm, a| {
        let wanted = key_list(vm, a, 0)?;
        let have: rustc_hash::FxHashSet<PropertyKey> = key_list(vm, a, 1)?.into_iter().collect();
        match wanted.into_iter().find(|k| !have.contains(k)) {
            Some(k) => Ok(vm.key_value(k)),
            None => Ok(Value::UNDEFINED),
        }
    }),
    ("boundTarget", |vm, a| {
        Ok(match a.get(vm, 0).as_object().map(|o| &vm.heap.object(o).internal) {
            Some(Internal::Bound(b)) => b.target,
            _ => Value::UNDEFINED,
        })
    }),
    ("proxyTarget", |vm, a| proxy_part(vm, a, true)),
    ("proxyHandler", |vm, a| proxy_part(vm, a, false)),
    // Promises.
    ("resolvePromise", |vm, a| {
        let (p, v) = (object(vm, a, 0)?, a.get(vm, 1));
        vm.resolve_promise(p, v)?;
        Ok(Value::UNDEFINED)
    }),
    ("rejectPromise", |vm, a| {
        let (p, v) = (object(vm, a, 0)?, a.get(vm, 1));
        vm.reject_promise(p, v);
        Ok(Value::UNDEFINED)
    }),
    // Hidden slots.
    ("newSlots", |vm, a| {
        let tag = a.get(vm, 0).as_int().unwrap_or(0) as u8;
        let proto = a.get(vm, 1).as_object();
        let count = a.get(vm, 2).as_int().unwrap_or(0).clamp(0, 64) as usize;
        Ok(vm.new_slots(tag, proto, vec![Value::UNDEFINED; count]).into())
    }),
    ("hasTag", |vm, a| {
        let tag = a.get(vm, 1).as_int().unwrap_or(0) as u8;
        Ok(match a.get(vm, 0).as_object().map(|o| &vm.heap.object(o).internal) {
            Some(Internal::Slots(s)) => (s.tag == tag).into(),
            _ => Value::FALSE,
        })
    }),
    ("slot", |vm, a| {
        let i = a.get(vm, 1).as_int().unwrap_or(0) as usize;
        Ok(match a.get(vm, 0).as_object().map(|o| &vm.heap.object(o).internal) {
            Some(Internal::Slots(s)) => s.values.get(i).copied().unwrap_or_default(),
            _ => Value::UNDEFINED,
        })
    }),
    ("setSlot", |vm, a| {
        let (i, v) = (a.get(vm, 1).as_int().unwrap_or(0) as usize, a.get(vm, 2));
        if let Some(o) = a.get(vm, 0).as_object() {
            if let Internal::Slots(s) = &mut vm.heap.object_mut(o).internal {
                if let Some(slot) = s.values.get_mut(i) {
                    *slot = v;
                }
            }
        }
        Ok(Value::UNDEFINED)
    }),
    ("prototypeOfNewTarget", |vm, a| {
        // $prototypeOfNewTarget(newTarget, defaultPrototype)
        let (target, default) = (a.get(vm, 0), a.get(vm, 1));
        if let Some(id) = target.as_object() {
            let key = vm.realm.names.prototype;
            let proto = vm.get(id, key)?;
            if proto.is_object() {
                return Ok(proto);
            }
        }
        Ok(default)
    }),
    ("intrinsicAsyncFromSyncIteratorPrototype", |vm, _| {
        Ok(Value::object(vm.intrinsic(Intrinsic::AsyncFromSyncIteratorPrototype)))
    }),
    ("intrinsicDisposableStackPrototype", |vm, _| {
        Ok(Value::object(vm.intrinsic(Intrinsic::DisposableStackPrototype)))
    }),
    ("intrinsicAsyncDisposableStackPrototype", |vm, _| {
        Ok(Value::object(vm.intrinsic(Intrinsic::AsyncDisposableStackPrototype)))
    }),
    // SuppressedError of (error, suppressed)
    ("suppressed", |vm, a| {
        let (e, s) = (a.get(vm, 0), a.get(vm, 1));
        let proto = vm.intrinsic(Intrinsic::SuppressedErrorPrototype);
        let id = vm.new_error(proto, None);
        vm.define_hidden(id, "error", e);
        vm.define_hidden(id, "suppressed", s);
        Ok(id.into())
    }),
    ("sumPrecise", super::math::sum_precise),
    ("stringIndexOf", super::string::find_intrinsic),
    ("stringMatchesAt", super::string::matches_at),
    ("substring", super::string::substring_intrinsic),
    ("splitString", super::string::split),
    ("joinStrings", super::string::join),
    ("getSubstitution", super::string::get_substitution),
    ("codePointWidth", |vm, a| {
        let s = a.string(vm, 0)?;
        let at = a.integer(vm, 1)? as usize;
        Ok(Value::int(vm.heap.view(s).code_point_at(at).1 as i32))
    }),
    ("isRegExpObject", |vm, a| Ok(vm.is_kind(a.get(vm, 0), Kind::RegExp).into())),
    ("newRegExp", |vm, a| {
        let pattern =
            if a.get(vm, 0).is_undefined() { vm.heap.empty_string() } else { a.string(vm, 0)? };
        let flags =
            if a.get(vm, 1).is_undefined() { vm.heap.empty_string() } else { a.string(vm, 1)? };
        vm.new_regexp(pattern, flags)
    }),
    ("intrinsicStringIteratorPrototype", |vm, _| {
        Ok(Value::object(vm.intrinsic(Intrinsic::StringIteratorPrototype)))
    }),
    ("builtinExec", super::regexp::builtin_exec),
    ("testPlain", super::regexp::test_plain),
    ("isPlainRegExp", super::regexp::is_plain),
    ("hasRegExpFlag", super::regexp::has_flag),
    ("regexpParts", super::regexp::parts),
    ("recompileRegExp", super::regexp::recompile),
    ("matchAllPlain", super::regexp::match_all_plain),
    ("replacePlain", super::regexp::replace_plain),
    ("splitPlain", super::regexp::split_plain),
    // $createRegExpWith(prototype, pattern, flags)
    ("createRegExpWith", |vm, a| {
        let proto = object(vm, a, 0)?;
        let (pattern, flags) = (a.string(vm, 1)?, a.string(vm, 2)?);
        let regex = vm.compile_regexp(pattern, flags)?;
        Ok(vm.regexp_object(proto, pattern, flags, regex).into())
    }),
    ("isIntrinsicExec", |vm, a| Ok((a.get(vm, 0) == vm.realm.regexp_exec_function()).into())),
    ("regexpSpeciesUntouched", |vm, _| {
        let class = vm.intrinsic(Intrinsic::RegExp);
        let key = vm.well_known("species");
        let proto = vm.intrinsic(Intrinsic::RegExpPrototype);
        let constructor = vm.realm.names.constructor;
        let same = matches!(vm.own(proto, constructor), Some(crate::object::Slot::Data { value, .. }) if value == Value::object(class));
        Ok(match vm.own(class, key) {
            Some(crate::object::Slot::Accessor { get, .. }) if same => get
                .as_object()
                .is_some_and(|g| matches!(vm.heap.object(g).internal, Internal::Native(_)))
                .into(),
            _ => Value::FALSE,
        })
    }),
    ("intrinsicRegExp", |vm, _| Ok(vm.intrinsic(Intrinsic::RegExp).into())),
    ("intrinsicRegExpPrototype", |vm, _| Ok(vm.intrinsic(Intrinsic::RegExpPrototype).into())),
    ("intrinsicRegExpStringIteratorPrototype", |vm, _| {
        Ok(vm.intrinsic(Intrinsic::RegExpStringIteratorPrototype).into())
    }),
    ("parseJson", super::json::parse),
    ("parseJsonRecords", super::json::parse_records),
    ("stringifyPlain", super::json::stringify_plain),
    ("quoteJson", super::json::quote),
    ("isRawJson", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.has_slots_tag(v, super::tags::RAW_JSON).into())
    }),
    ("isArray", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.is_array(v)?.into())
    }),
    // "Number", "String", "Boolean", "BigInt", "Symbol" for wrapper objects, else "".
    ("primitiveKind", |vm, a| {
        let kind = a.get(vm, 0).as_object().map(|o| vm.heap.object(o).kind);
        Ok(vm
            .heap
            .new_string(match kind {
                Some(Kind::Number) => "Number",
                Some(Kind::String) => "String",
                Some(Kind::Boolean) => "Boolean",
                Some(Kind::BigInt) => "BigInt",
                Some(Kind::Symbol) => "Symbol",
                _ => "",
            })
            .into())
    }),
    ("primitiveValue", |vm, a| {
        Ok(match a.get(vm, 0).as_object().map(|o| &vm.heap.object(o).internal) {
            Some(Internal::Primitive(v)) => *v,
            _ => Value::UNDEFINED,
        })
    }),
    ("listHas", |vm, a| {
        let list = a
            .get(vm, 0)
            .as_object()
            .map(|l| vm.heap.object(l).elements.clone())
            .unwrap_or_default();
        let v = a.get(vm, 1);
        Ok(list.into_iter().any(|e| vm.same_value(e, v)).into())
    }),
    ("pop", |vm, a| {
        if let Some(id) = a.get(vm, 0).as_object() {
            let o = vm.heap.object_mut(id);
            let v = o.elements.pop().unwrap_or_default();
            o.length = o.elements.len() as u32;
            return Ok(v);
        }
        Ok(Value::UNDEFINED)
    }),
    ("jsonGap", |vm, a| {
        let space = a.get(vm, 0);
        if let Some(n) = space.as_number() {
            let n = if n.is_nan() { 0.0 } else { n.clamp(0.0, 10.0) };
            return Ok(vm.heap.new_string(&" ".repeat(n as usize)).into());
        }
        match space.as_string() {
            Some(s) => Ok(vm.heap.substring(s, 0, 10).into()),
            None => Ok(vm.heap.empty_string().into()),
        }
    }),
    ("assignPlain", |vm, a| {
        // Object.assign of a plain source to a plain target, when that runs no guest code.
        let (Some(to), Some(from)) = (a.get(vm, 0).as_object(), a.get(vm, 1).as_object()) else {
            return Ok(Value::FALSE);
        };
        if to == from || !vm.assigns_plainly(to) {
            return Ok(Value::FALSE);
        }
        Ok(vm.copy_plain(to, from, &[])?.into())
    }),
    ("createNull", |vm, _| Ok(vm.heap.new_object(None).into())),
    ("newErrorObject", |vm, a| {
        // $newErrorObject(newTarget, name, message, options) for self-hosted error constructors
        let (target, message, options) = (a.get(vm, 0), a.get(vm, 2), a.get(vm, 3));
        let message = if message.is_undefined() { None } else { Some(a.string(vm, 2)?) };
        let target = if target.is_undefined() {
            Value::object(vm.intrinsic(Intrinsic::AggregateError))
        } else {
            target
        };
        let proto = vm.prototype_of_constructor(target, Intrinsic::AggregateErrorPrototype)?;
        Ok(vm.make_error(proto, message.map(Value::string), options)?.into())
    }),
    ("aggregateError", |vm, a| {
        let errors = a.get(vm, 0);
        let proto = vm.intrinsic(Intrinsic::AggregateErrorPrototype);
        let id = vm.new_error(proto, Some("All promises were rejected"));
        vm.define_hidden(id, "errors", errors);
        Ok(id.into())
    }),
    ("speciesConstructor", |vm, a| {
        let (o, default) = (object(vm, a, 0)?, object(vm, a, 1)?);
        vm.species_constructor(o, default)
    }),
    // The function without a name, as anonymous built-in functions are.
    ("nameless", |vm, a| {
        let f = object(vm, a, 0)?;
        let empty = vm.heap.empty_string();
        let key = vm.realm.names.name;
        let slot =
            crate::object::Slot::Data { value: empty.into(), attributes: Attributes::CONFIGURABLE };
        vm.heap.put_own(f, key, slot);
        Ok(f.into())
    }),
    ("intrinsicPromise", |vm, _| Ok(vm.intrinsic(Intrinsic::Promise).into())),
    ("isIntrinsicPromise", |vm, a| {
        Ok((a.get(vm, 0).as_object() == Some(vm.intrinsic(Intrinsic::Promise))).into())
    }),
    ("isPromise", |vm, a| Ok(vm.is_promise(a.get(vm, 0)).into())),
    ("newPromise", |vm, a| {
        let target = a.get(vm, 0);
        let proto = vm.prototype_of_constructor(target, Intrinsic::PromisePrototype)?;
        let p = vm.new_promise();
        if vm.heap.proto_of(p) != Some(proto) {
            vm.heap.set_proto(p, Some(proto));
        }
        Ok(p.into())
    }),
    ("resolvingFunctions", |vm, a| {
        let p = object(vm, a, 0)?;
        let (resolve, reject) = vm.resolving_functions(p);
        Ok(vm.new_array(vec![resolve, reject]).into())
    }),
    // `then` of a native promise with the intrinsic constructor: the derived promise, else undefined.
    ("thenPlain", |vm, a| {
        let p = object(vm, a, 0)?;
        if !vm.promise_is_plain(p) || !vm.promise_species_untouched() {
            return Ok(Value::UNDEFINED);
        }
        let derived = vm.new_promise();
        let reaction = crate::jobs::Reaction::Then {
            fulfilled: a.get(vm, 1),
            rejected: a.get(vm, 2),
            derived,
        };
        vm.perform_then(p, reaction);
        Ok(derived.into())
    }),
    ("thenCapability", |vm, a| {
        let p = object(vm, a, 0)?;
        let reaction = crate::jobs::Reaction::Capability {
            fulfilled: a.get(vm, 1),
            rejected: a.get(vm, 2),
            resolve: a.get(vm, 3),
            reject: a.get(vm, 4),
        };
        vm.perform_then(p, reaction);
        Ok(Value::UNDEFINED)
    }),
    ("charge", |vm, a| {
        let n = a.get(vm, 0).as_number().unwrap_or(1.0);
        vm.charge(n as u64)?;
        Ok(Value::UNDEFINED)
    }),
];

/// Functions that carry hidden data (`Vm::new_data_function`).
pub(crate) const HELPERS: &[(&str, u8, NativeFn)] = &[
    ("promiseResolve", 1, promise_resolve),
    ("promiseReject", 1, promise_reject),
    ("", 0, super::reflect::revoke),
    ("intlNumberFormat", 1, super::intl::number_format::bound_format),
    ("intlDateTimeFormat", 1, super::intl::date_time_format::bound_format),
    ("intlCompare", 2, super::intl::collator::bound_compare),
    ("sleep", 1, crate::web::timer::sleep),
    ("search", 1, crate::tools::search),
    ("print", 1, super::test_hooks::print),
    ("detachArrayBuffer", 1, super::test_hooks::detach),
    ("gc", 0, super::test_hooks::gc),
];

fn symbol(vm: &mut Vm, name: &str) -> Value {
    match vm.well_known(name) {
        PropertyKey::Symbol(s) => Value::symbol(s),
        _ => Value::UNDEFINED,
    }
}

fn throw(vm: &mut Vm, a: Args, proto: Intrinsic) -> Abrupt {
    let message = a.get(vm, 0).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    vm.error(proto, &message)
}

/// Argument `i` as an object; self-hosted code passes nothing else.
pub(crate) fn object(vm: &mut Vm, a: Args, i: usize) -> Completion<ObjectId> {
    match a.get(vm, i).as_object() {
        Some(id) => Ok(id),
        None => Err(vm.type_error("Object expected")),
    }
}

fn key_list(vm: &mut Vm, a: Args, i: usize) -> Completion<Vec<PropertyKey>> {
    let list =
        a.get(vm, i).as_object().map(|l| vm.heap.object(l).elements.clone()).unwrap_or_default();
    list.into_iter().map(|v| vm.to_property_key(v)).collect()
}

fn proxy_part(vm: &mut Vm, a: Args, target: bool) -> Completion {
    if let Some(id) = a.get(vm, 0).as_object() {
        if let Internal::Proxy { target: t, handler: h } = &vm.heap.object(id).internal {
            if !h.is_null() {
                return Ok(if target { *t } else { *h });
            }
        }
    }
    let name = a.get(vm, 1).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
    Err(vm.type_error(&format!("Cannot perform '{name}' on a proxy that has been revoked")))
}

/// The promise of a resolving function, the first time one of the pair is called.
fn take_promise(vm: &mut Vm, a: Args) -> Option<ObjectId> {
    let record = vm.function_data(a.callee).as_object()?;
    match &mut vm.heap.object_mut(record).internal {
        Internal::Slots(s) => {
            let done = s.values.get_mut(1)?;
            if *done == Value::TRUE {
                return None;
            }
            *done = Value::TRUE;
            s.values.first()?.as_object()
        }
        _ => None,
    }
}

fn promise_resolve(vm: &mut Vm, a: Args) -> Completion {
    if let Some(p) = take_promise(vm, a) {
        let v = a.get(vm, 0);
        vm.resolve_promise(p, v)?;
    }
    Ok(Value::UNDEFINED)
}

fn promise_reject(vm: &mut Vm, a: Args) -> Completion {
    if let Some(p) = take_promise(vm, a) {
        let v = a.get(vm, 0);
        vm.reject_promise(p, v);
    }
    Ok(Value::UNDEFINED)
}

impl Vm {
    /// Plain assignment to this object runs no setter and refuses nothing.
    pub(crate) fn assigns_plainly(&mut self, id: ObjectId) -> bool {
        let o = self.heap.object(id);
        if o.kind != Kind::Ordinary || !o.has(crate::object::flags::EXTENSIBLE) {
            return false;
        }
        let plain_proto = match self.heap.proto_of(id) {
            None => true,
            Some(p) => p == self.intrinsic(Intrinsic::ObjectPrototype),
        };
        let shape = self.heap.object(id).shape;
        plain_proto
            && self.heap.shape_keys(shape).iter().all(|k| k.1.writable() && !k.1.is_accessor())
            && !self.heap.object(id).has(crate::object::flags::HAS_SPARSE)
    }
    /// `Promise[Symbol.species]` is as it was.
    pub(crate) fn promise_species_untouched(&mut self) -> bool {
        let promise = self.intrinsic(Intrinsic::Promise);
        let key = self.well_known("species");
        match self.own(promise, key) {
            Some(crate::object::Slot::Accessor { get, .. }) => get
                .as_object()
                .is_some_and(|g| matches!(self.heap.object(g).internal, Internal::Native(_))),
            _ => false,
        }
    }
    /// Calls an intrinsic by id; arguments stand after `stack[base]`.
    pub(crate) fn call_intrinsic(
        &mut self,
        id: u32,
        base: usize,
        argc: u32,
        deliver: crate::vm::frame::Deliver,
        callee: ObjectId,
    ) -> Completion<crate::vm::call::Flow> {
        match super::selfhost::native(id) {
            Some(f) => self.run_native(f, callee, base, argc, Value::UNDEFINED, true),
            None => {
                let code = super::selfhost::code_of_id(id);
                self.stack[base] = Value::UNDEFINED;
                self.push_frame(code, callee, base, argc, deliver, Value::UNDEFINED)?;
                Ok(crate::vm::call::Flow::Frame)
            }
        }
    }
    /// The function object of a self-hosted intrinsic.
    pub(crate) fn load_intrinsic(&mut self, id: u32) -> Value {
        if super::selfhost::native(id).is_some() {
            return Value::UNDEFINED;
        }
        let code = super::selfhost::code_of_id(id);
        self.make_closure(code, u32::MAX)
    }
    pub(crate) fn is_kind(&self, value: Value, kind: Kind) -> bool {
        value.as_object().is_some_and(|o| self.heap.object(o).kind == kind)
    }
}
