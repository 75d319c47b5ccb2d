//! ### [25.3 DataView Objects](https://tc39.es/ecma262/#sec-dataview-objects)

use super::Intrinsic;
use super::array_buffer::index_argument;
use super::table::{Code, Spec, Table, getter, method, tag};
use crate::heap::ObjectId;
use crate::object::{ElementType, Internal, Kind, ViewData};
use crate::value::Value;
use crate::vm::{Args, Completion, Hint, Vm};

pub(crate) const TABLES: &[Table] = &[
    Table {
        id: Intrinsic::DataView,
        spec: Spec::Constructor {
            name: "DataView",
            length: 1,
            code: Code::Native(constructor),
            proto: Intrinsic::FunctionPrototype,
            prototype: Some(Intrinsic::DataViewPrototype),
        },
        items: &[],
    },
    Table {
        id: Intrinsic::DataViewPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            getter("buffer", buffer),
            getter("byteLength", byte_length),
            getter("byteOffset", byte_offset),
            method("getBigInt64", 1, |vm, a| get(vm, a, ElementType::BigInt64)),
            method("getBigUint64", 1, |vm, a| get(vm, a, ElementType::BigUint64)),
            method("getFloat16", 1, |vm, a| get(vm, a, ElementType::Float16)),
            method("getFloat32", 1, |vm, a| get(vm, a, ElementType::Float32)),
            method("getFloat64", 1, |vm, a| get(vm, a, ElementType::Float64)),
            method("getInt8", 1, |vm, a| get(vm, a, ElementType::Int8)),
            method("getInt16", 1, |vm, a| get(vm, a, ElementType::Int16)),
            method("getInt32", 1, |vm, a| get(vm, a, ElementType::Int32)),
            method("getUint8", 1, |vm, a| get(vm, a, ElementType::Uint8)),
            method("getUint16", 1, |vm, a| get(vm, a, ElementType::Uint16)),
            method("getUint32", 1, |vm, a| get(vm, a, ElementType::Uint32)),
            method("setBigInt64", 2, |vm, a| set(vm, a, ElementType::BigInt64)),
            method("setBigUint64", 2, |vm, a| set(vm, a, ElementType::BigUint64)),
            method("setFloat16", 2, |vm, a| set(vm, a, ElementType::Float16)),
            method("setFloat32", 2, |vm, a| set(vm, a, ElementType::Float32)),
            method("setFloat64", 2, |vm, a| set(vm, a, ElementType::Float64)),
            method("setInt8", 2, |vm, a| set(vm, a, ElementType::Int8)),
            method("setInt16", 2, |vm, a| set(vm, a, ElementType::Int16)),
            method("setInt32", 2, |vm, a| set(vm, a, ElementType::Int32)),
            method("setUint8", 2, |vm, a| set(vm, a, ElementType::Uint8)),
            method("setUint16", 2, |vm, a| set(vm, a, ElementType::Uint16)),
            method("setUint32", 2, |vm, a| set(vm, a, ElementType::Uint32)),
            tag("DataView"),
        ],
    },
];

/// ### [25.3.2.1 DataView](https://tc39.es/ecma262/#sec-dataview-buffer-byteoffset-bytelength)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    if !args.is_construct() {
        return Err(vm.type_error("Constructor DataView requires 'new'"));
    }
    let first = args.get(vm, 0);
    let Some(buffer) = first.as_object().filter(|_| vm.is_kind(first, Kind::ArrayBuffer)) else {
        return Err(vm.type_error("First argument to DataView constructor must be an ArrayBuffer"));
    };
    let offset = index_argument(vm, &args, 1, "Start offset is outside the bounds of the buffer")?;
    let asked = args.get(vm, 2);
    bounds(vm, buffer, offset, None)?;
    let length = match asked.is_undefined() {
        true => None,
        false => {
            let n = index_argument(vm, &args, 2, "Invalid DataView length")?;
            bounds(vm, buffer, offset, Some(n))?;
            Some(n as usize)
        }
    };
    let proto = vm.prototype_of_constructor(args.new_target, Intrinsic::DataViewPrototype)?;
    bounds(vm, buffer, offset, length.map(|n| n as u64))?;
    let resizable = vm.buffer(buffer).is_some_and(|b| b.max_length.is_some());
    let size = vm.buffer(buffer).map_or(0, |b| b.bytes.len());
    let length = match length {
        None if resizable => None,
        None => Some(size - offset as usize),
        some => some,
    };
    let view = ViewData { buffer, element: ElementType::Uint8, offset: offset as usize, length };
    Ok(vm.heap.new_exotic(Some(proto), Kind::DataView, Internal::View(Box::new(view))).into())
}
fn bounds(vm: &mut Vm, buffer: ObjectId, offset: u64, length: Option<u64>) -> Completion<()> {
    let (detached, size) =
        vm.buffer(buffer).map_or((true, 0), |b| (b.detached, b.bytes.len() as u64));
    if detached {
        return Err(vm.detached_error("DataView"));
    }
    if offset > size {
        return Err(
            vm.range_error(&format!("Start offset {offset} is outside the bounds of the buffer"))
        );
    }
    match length {
        Some(n) if offset.saturating_add(n) > size => {
            Err(vm.range_error(&format!("Invalid DataView length {n}")))
        }
        _ => Ok(()),
    }
}

impl Vm {
    fn this_view(&mut self, args: &Args, name: &str) -> Completion<(ObjectId, ViewData)> {
        let this = args.this(self);
        if let Some(id) = this.as_object().filter(|&id| self.heap.object(id).kind == Kind::DataView)
        {
            if let Some(view) = self.view(id) {
                return Ok((id, view));
            }
        }
        Err(self.incompatible_receiver(this, name))
    }
    /// Bytes a view covers now; the TypeError when it is out of bounds.
    fn view_length(&mut self, view: &ViewData, name: &str) -> Completion<usize> {
        match self.buffer(view.buffer) {
            Some(b) if !b.detached => {
                let size = b.bytes.len();
                let end = view.offset + view.length.unwrap_or(0);
                if view.offset > size || end > size {
                    return Err(self
                        .type_error(&format!("Invalid DataView accessor {name}: out of bounds")));
                }
                Ok(view.length.unwrap_or(size - view.offset))
            }
            _ => Err(self.detached_error(name)),
        }
    }
}

/// ### [25.3.4.1 get DataView.prototype.buffer](https://tc39.es/ecma262/#sec-get-dataview.prototype.buffer)
fn buffer(vm: &mut Vm, args: Args) -> Completion {
    let (_, view) = vm.this_view(&args, "DataView.prototype.buffer")?;
    Ok(view.buffer.into())
}
/// ### [25.3.4.2 get DataView.prototype.byteLength](https://tc39.es/ecma262/#sec-get-dataview.prototype.bytelength)
fn byte_length(vm: &mut Vm, args: Args) -> Completion {
    let (_, view) = vm.this_view(&args, "DataView.prototype.byteLength")?;
    Ok(Value::number(vm.view_length(&view, "DataView.prototype.byteLength")? as f64))
}
/// ### [25.3.4.3 get DataView.prototype.byteOffset](https://tc39.es/ecma262/#sec-get-dataview.prototype.byteoffset)
fn byte_offset(vm: &mut Vm, args: Args) -> Completion {
    let (_, view) = vm.this_view(&args, "DataView.prototype.byteOffset")?;
    vm.view_length(&view, "DataView.prototype.byteOffset")?;
    Ok(Value::number(view.offset as f64))
}

/// ### [25.3.1.5 GetViewValue](https://tc39.es/ecma262/#sec-getviewvalue)
fn get(vm: &mut Vm, args: Args, element: ElementType) -> Completion {
    let name = "DataView.prototype.get";
    let (_, view) = vm.this_view(&args, name)?;
    let at = index_argument(vm, &args, 0, "Offset is outside the bounds of the DataView")?;
    let little = vm.to_boolean(args.get(vm, 1));
    let length = vm.view_length(&view, name)?;
    if at.saturating_add(element.size() as u64) > length as u64 {
        return Err(vm.range_error("Offset is outside the bounds of the DataView"));
    }
    Ok(vm.read_element(view.buffer, element, view.offset + at as usize, little))
}
/// ### [25.3.1.6 SetViewValue](https://tc39.es/ecma262/#sec-setviewvalue)
fn set(vm: &mut Vm, args: Args, element: ElementType) -> Completion {
    let name = "DataView.prototype.set";
    let (_, view) = vm.this_view(&args, name)?;
    let at = index_argument(vm, &args, 0, "Offset is outside the bounds of the DataView")?;
    let value = if element.is_bigint() {
        let p = args.primitive(vm, 1, Hint::Number)?;
        let n = vm.to_bigint(p)?;
        vm.bigint_value(n)?
    } else {
        Value::number(args.number(vm, 1)?)
    };
    let little = vm.to_boolean(args.get(vm, 2));
    let length = vm.view_length(&view, name)?;
    let size = element.size();
    if at.saturating_add(size as u64) > length as u64 {
        return Err(vm.range_error("Offset is outside the bounds of the DataView"));
    }
    let mut bytes = vm.element_bytes(element, value);
    if !little {
        bytes[..size].reverse();
    }
    let at = view.offset + at as usize;
    if let Some(target) = vm.buffer_mut(view.buffer).and_then(|b| b.bytes.get_mut(at..at + size)) {
        target.copy_from_slice(&bytes[..size]);
    }
    Ok(Value::UNDEFINED)
}
