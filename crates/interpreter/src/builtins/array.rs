//! ### [23.1 Array Objects](https://tc39.es/ecma262/#sec-array-objects)
//!
//! Natives here serve plain arrays: all elements in the dense vector, nothing on the prototypes
//! that indexed access could meet, so no guest code can observe the work. Everything else goes to
//! the general algorithm in `selfhost/array.js` by `Abrupt::Delegate`, before anything is done.

mod copy;
mod search;
mod sort;
mod stack;

use super::Intrinsic;
use super::table::{Code, Item, NativeFn, Spec, Table, alias, js, js_getter, method};
use crate::heap::ObjectId;
use crate::object::{Attributes, Kind, Object, PropertyKey, flags};
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::Array,
        spec: Spec::Constructor {
            name: "Array",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::ArrayPrototype),
        },
        items: &[
            method("isArray", 1, is_array),
            js("from", 1, "arrayFrom"),
            js("fromAsync", 1, "arrayFromAsync"),
            js("of", 0, "arrayOf"),
            js_getter("@@species", "speciesGetter"),
        ],
    },
    Table {
        id: Intrinsic::ArrayPrototype,
        spec: Spec::Special,
        items: &[
            method("at", 1, search::at),
            method("concat", 1, copy::concat),
            js("copyWithin", 2, "arrayCopyWithin"),
            method("entries", 0, entries),
            js("every", 1, "arrayEvery"),
            method("fill", 1, copy::fill),
            js("filter", 1, "arrayFilter"),
            js("find", 1, "arrayFind"),
            js("findIndex", 1, "arrayFindIndex"),
            js("findLast", 1, "arrayFindLast"),
            js("findLastIndex", 1, "arrayFindLastIndex"),
            js("flat", 0, "arrayFlat"),
            js("flatMap", 1, "arrayFlatMap"),
            js("forEach", 1, "arrayForEach"),
            method("includes", 1, search::includes),
            method("indexOf", 1, search::index_of),
            method("join", 1, search::join),
            method("keys", 0, keys),
            method("lastIndexOf", 1, search::last_index_of),
            js("map", 1, "arrayMap"),
            method("pop", 0, stack::pop),
            method("push", 1, stack::push),
            js("reduce", 1, "arrayReduce"),
            js("reduceRight", 1, "arrayReduceRight"),
            method("reverse", 0, copy::reverse),
            method("shift", 0, stack::shift),
            method("slice", 2, copy::slice),
            js("some", 1, "arraySome"),
            js("sort", 1, "arraySort"),
            method("splice", 2, stack::splice),
            js("toLocaleString", 0, "arrayToLocaleString"),
            js("toReversed", 0, "arrayToReversed"),
            js("toSorted", 1, "arrayToSorted"),
            js("toSpliced", 2, "arrayToSpliced"),
            js("toString", 0, "arrayToString"),
            method("unshift", 1, stack::unshift),
            method("values", 0, values),
            js("with", 2, "arrayWith"),
            alias("@@iterator", "values"),
            Item::Link {
                name: "@@unscopables",
                to: Intrinsic::ArrayUnscopables,
                attributes: Attributes::CONFIGURABLE,
            },
        ],
    },
    Table {
        id: Intrinsic::ArrayUnscopables,
        spec: Spec::Plain { proto: None },
        items: &[
            unscopable("at"),
            unscopable("copyWithin"),
            unscopable("entries"),
            unscopable("fill"),
            unscopable("find"),
            unscopable("findIndex"),
            unscopable("findLast"),
            unscopable("findLastIndex"),
            unscopable("flat"),
            unscopable("flatMap"),
            unscopable("includes"),
            unscopable("keys"),
            unscopable("toReversed"),
            unscopable("toSorted"),
            unscopable("toSpliced"),
            unscopable("values"),
        ],
    },
];

const fn unscopable(name: &'static str) -> Item {
    Item::Data { name, value: super::table::Const::Bool(true), attributes: Attributes::ALL }
}

/// Natives behind the `$` names of `selfhost/array.js`.
pub(crate) const INTRINSICS: &[(&str, NativeFn)] = &[
    // The receiver as an object; $thisObject(value, method).
    ("thisObject", |vm, a| {
        let v = a.get(vm, 0);
        if v.is_object() {
            return Ok(v);
        }
        if v.is_nullish() {
            let name = a.get(vm, 1).as_string().map(|s| vm.heap.text(s)).unwrap_or_default();
            return Err(vm.type_error(&format!("{name} called on null or undefined")));
        }
        Ok(vm.to_object(v)?.into())
    }),
    // ArrayCreate
    ("arrayCreate", |vm, a| {
        let n = a.get(vm, 0).as_number().unwrap_or(0.0);
        Ok(vm.array_create(n)?.into())
    }),
    // ArraySpeciesCreate where nothing was changed, else undefined.
    ("plainSpecies", |vm, a| {
        let Some(id) = a.get(vm, 0).as_object() else { return Ok(Value::UNDEFINED) };
        if !vm.species_untouched(id) {
            return Ok(Value::UNDEFINED);
        }
        let n = a.get(vm, 1).as_number().unwrap_or(0.0);
        Ok(vm.array_create(n)?.into())
    }),
    // The elements of a plain array without holes as an internal list, else undefined.
    ("denseCopy", |vm, a| {
        let this = a.get(vm, 0);
        let Some(id) = vm.full_array(this) else { return Ok(Value::UNDEFINED) };
        let n = vm.heap.object(id).elements.len();
        vm.charge(n as u64 / 8)?;
        vm.charge_memory(n * 8)?;
        match vm.dense_elements(id) {
            Some(list) => Ok(vm.new_array(list).into()),
            None => Ok(Value::UNDEFINED),
        }
    }),
    // Puts an internal list in place of the elements of a plain array of the same length; false otherwise.
    ("writeBack", |vm, a| {
        let (this, list) = (a.get(vm, 0), a.get(vm, 1));
        let (Some(id), Some(from)) = (vm.full_array(this), list.as_object()) else {
            return Ok(Value::FALSE);
        };
        let n = vm.heap.object(from).elements.len();
        if vm.heap.object(id).elements.len() != n || id == from {
            return Ok(Value::FALSE);
        }
        vm.charge(n as u64 / 8)?;
        let list = std::mem::take(&mut vm.heap.object_mut(from).elements);
        vm.heap.object_mut(id).elements.copy_from_slice(&list);
        vm.heap.object_mut(from).elements = list;
        Ok(Value::TRUE)
    }),
    ("copyList", |vm, a| {
        let list = a.get(vm, 0).as_object().map_or(0, |l| vm.heap.object(l).elements.len());
        vm.charge(list as u64 / 8)?;
        vm.charge_memory(list * 8)?;
        let list = a.get(vm, 0).as_object().map(|l| vm.heap.object(l).elements.clone());
        Ok(vm.new_array(list.unwrap_or_default()).into())
    }),
    // $copyRange(to, from, start, end) between internal lists
    ("copyRange", |vm, a| {
        let (Some(to), Some(from)) = (a.get(vm, 0).as_object(), a.get(vm, 1).as_object()) else {
            return Ok(Value::UNDEFINED);
        };
        let start = a.get(vm, 2).as_index().unwrap_or(0) as usize;
        let end = a.get(vm, 3).as_index().unwrap_or(0) as usize;
        vm.charge(end.saturating_sub(start) as u64 / 8)?;
        let list = std::mem::take(&mut vm.heap.object_mut(from).elements);
        if let (Some(source), Some(target)) =
            (list.get(start..end), vm.heap.object_mut(to).elements.get_mut(start..end))
        {
            target.copy_from_slice(source);
        }
        vm.heap.object_mut(from).elements = list;
        Ok(Value::UNDEFINED)
    }),
    // The list itself or, if it holds undefined, a copy without.
    ("withoutUndefined", |vm, a| {
        let list = a.get(vm, 0);
        let Some(id) = list.as_object() else { return Ok(list) };
        let n = vm.heap.object(id).elements.len();
        vm.charge(n as u64 / 8)?;
        if !vm.heap.object(id).elements.iter().any(|v| v.is_undefined()) {
            return Ok(list);
        }
        vm.charge_memory(n * 8)?;
        let kept =
            vm.heap.object(id).elements.iter().copied().filter(|v| !v.is_undefined()).collect();
        Ok(vm.new_array(kept).into())
    }),
    ("sortPrimitives", sort::sort_primitives),
    ("sortByDifference", sort::sort_by_difference),
    ("sortByTexts", sort::sort_by_texts),
    ("joinTexts", search::join_texts),
    // Begins to join an array; false if it is being joined already.
    ("joinEnter", |vm, a| {
        let Some(id) = a.get(vm, 0).as_object() else { return Ok(Value::TRUE) };
        if vm.joining.contains(&id) {
            return Ok(Value::FALSE);
        }
        vm.joining.push(id);
        Ok(Value::TRUE)
    }),
    ("joinLeave", |vm, _| {
        vm.joining.pop();
        Ok(Value::UNDEFINED)
    }),
    // The builtin tag of `Object.prototype.toString`.
    ("builtinTag", |vm, a| {
        let v = a.get(vm, 0);
        let tag = if vm.is_array(v)? {
            "Array"
        } else if vm.is_callable(v) {
            "Function"
        } else {
            match v.as_object().map(|o| vm.heap.object(o).kind) {
                Some(Kind::Error) => "Error",
                Some(Kind::Boolean) => "Boolean",
                Some(Kind::Number) => "Number",
                Some(Kind::String) => "String",
                Some(Kind::Date) => "Date",
                Some(Kind::RegExp) => "RegExp",
                Some(Kind::Arguments | Kind::MappedArguments) => "Arguments",
                _ => "Object",
            }
        };
        Ok(vm.heap.new_string(tag).into())
    }),
    // May `for of` over this value be used without anyone noticing?
    ("iteratesFast", |vm, a| {
        let v = a.get(vm, 0);
        Ok(vm.can_iterate_fast(v).into())
    }),
    // The object of an array iterator; throws for other receivers.
    ("arrayIteratorObject", |vm, a| {
        let this = a.get(vm, 0);
        match vm.array_iterator(this) {
            Some((object, _, _)) => Ok(object),
            None => {
                let what = vm.describe(this);
                Err(vm.type_error(&format!("next method called on incompatible receiver {what}")))
            }
        }
    }),
    // Length of a typed array (throws when out of bounds), undefined for other objects.
    ("arrayIteratorLength", |vm, a| {
        let v = a.get(vm, 0);
        if !vm.is_typed_array(v) {
            return Ok(Value::UNDEFINED);
        }
        match v.as_object().and_then(|id| vm.typed_array_length(id)) {
            Some(n) => Ok(Value::number(n as f64)),
            None => Err(vm.type_error(
                "Cannot perform %ArrayIteratorPrototype%.next on a detached ArrayBuffer",
            )),
        }
    }),
];

/// ### [23.1.1.1 Array](https://tc39.es/ecma262/#sec-array)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = if args.is_construct() && args.new_target != Value::object(args.callee) {
        Some(vm.prototype_of_constructor(args.new_target, Intrinsic::ArrayPrototype)?)
    } else {
        None
    };
    let id = match (args.len(), args.get(vm, 0).as_number()) {
        (1, Some(n)) => {
            if n < 0.0 || n > u32::MAX as f64 || n.trunc() != n {
                return Err(vm.range_error("Invalid array length"));
            }
            vm.array_create(n)?
        }
        (n, _) => {
            vm.charge_memory(n * 8)?;
            let list = args.rest(vm, 0);
            vm.new_array(list)
        }
    };
    if let Some(proto) = proto {
        vm.heap.set_fresh_proto(id, proto);
    }
    Ok(id.into())
}

/// ### [23.1.2.2 Array.isArray](https://tc39.es/ecma262/#sec-array.isarray)
fn is_array(vm: &mut Vm, args: Args) -> Completion {
    let v = args.get(vm, 0);
    Ok(vm.is_array(v)?.into())
}

/// ### [23.1.3.5 Array.prototype.entries](https://tc39.es/ecma262/#sec-array.prototype.entries)
fn entries(vm: &mut Vm, args: Args) -> Completion {
    new_iterator(vm, args, super::array_iterator::ENTRIES, "Array.prototype.entries")
}
/// ### [23.1.3.19 Array.prototype.keys](https://tc39.es/ecma262/#sec-array.prototype.keys)
fn keys(vm: &mut Vm, args: Args) -> Completion {
    new_iterator(vm, args, super::array_iterator::KEYS, "Array.prototype.keys")
}
/// ### [23.1.3.38 Array.prototype.values](https://tc39.es/ecma262/#sec-array.prototype.values)
fn values(vm: &mut Vm, args: Args) -> Completion {
    new_iterator(vm, args, super::array_iterator::VALUES, "Array.prototype.values")
}
fn new_iterator(vm: &mut Vm, args: Args, kind: i32, name: &str) -> Completion {
    let this = args.this(vm);
    if this.is_nullish() {
        return Err(vm.type_error(&format!("{name} called on null or undefined")));
    }
    let id = vm.to_object(this)?;
    Ok(vm.new_array_iterator(id, kind))
}

impl Vm {
    /// ### [10.4.2.2 ArrayCreate](https://tc39.es/ecma262/#sec-arraycreate)
    pub(crate) fn array_create(&mut self, length: f64) -> Completion<ObjectId> {
        if length > u32::MAX as f64 {
            return Err(self.range_error("Invalid array length"));
        }
        let shape = self.realm.array_shape;
        let mut object = Object::new(shape, Kind::Array);
        object.length = length as u32;
        Ok(self.heap.alloc(object))
    }
    /// Indexed access that misses an array's own elements finds nothing on its prototypes.
    pub(crate) fn index_chain_untouched(&self) -> bool {
        let array = self.intrinsic(Intrinsic::ArrayPrototype);
        let object = self.intrinsic(Intrinsic::ObjectPrototype);
        let (a, o) = (self.heap.object(array), self.heap.object(object));
        a.elements.is_empty()
            && o.elements.is_empty()
            && (a.flags | o.flags) & flags::HAS_SPARSE == 0
            && self.heap.proto_of(array) == Some(object)
    }
    /// A plain array: dense, extensible, writable, below untouched prototypes. It may have holes.
    #[inline]
    pub(crate) fn plain_array(&self, value: Value) -> Option<ObjectId> {
        const WRONG: u8 = flags::FROZEN
            | flags::SEALED
            | flags::LENGTH_READONLY
            | flags::HAS_SPARSE
            | flags::IS_PROTO;
        let id = value.as_object()?;
        let o = self.heap.object(id);
        let plain = o.kind == Kind::Array
            && o.flags & (flags::EXTENSIBLE | WRONG) == flags::EXTENSIBLE
            && (o.shape == self.realm.array_shape
                || self.heap.proto_of(id) == Some(self.intrinsic(Intrinsic::ArrayPrototype)))
            && self.index_chain_untouched();
        plain.then_some(id)
    }
    /// A plain array whose dense vector reaches up to its length.
    #[inline]
    pub(crate) fn full_array(&self, value: Value) -> Option<ObjectId> {
        let id = self.plain_array(value)?;
        let o = self.heap.object(id);
        (o.elements.len() == o.length as usize).then_some(id)
    }
    /// `constructor` of this array and `Array[Symbol.species]` are the original ones.
    pub(crate) fn species_untouched(&self, id: ObjectId) -> bool {
        let o = self.heap.object(id);
        o.kind == Kind::Array
            && o.shape == self.realm.array_shape
            && self.realm.array_species_untouched(&self.heap)
    }
    /// Accounts for the growth of the dense vector of an array by a native.
    pub(crate) fn reserve_elements(&mut self, id: ObjectId, more: usize) -> Completion<()> {
        let o = self.heap.object(id);
        let (len, capacity) = (o.elements.len(), o.elements.capacity());
        if len + more > capacity {
            let want = (len + more).max(capacity + capacity / 2).max(4);
            self.charge_memory((want - capacity) * 8)?;
            let o = self.heap.object_mut(id);
            o.elements.reserve_exact(want - len);
            let grown = (o.elements.capacity() - capacity) * 8;
            self.heap.bytes += grown;
        }
        Ok(())
    }
    /// Does no prototype of plain arrays have `Symbol.isConcatSpreadable`?
    fn spreadable_untouched(&mut self) -> bool {
        let PropertyKey::Symbol(s) = self.well_known("isConcatSpreadable") else { return false };
        let name = crate::object::property::NameKey::symbol(s);
        [Intrinsic::ArrayPrototype, Intrinsic::ObjectPrototype].into_iter().all(|i| {
            let id = self.intrinsic(i);
            let shape = self.heap.object(id).shape;
            self.heap.find_in_shape(shape, name).is_none()
        })
    }
}
