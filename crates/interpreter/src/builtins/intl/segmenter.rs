//! ### [19 Segmenter Objects](https://tc39.es/ecma402/#segmenter-objects)
//!
//! Segments are cut a window at a time, so that the first segments of a long text come at once: no
//! boundary looks back beyond the boundary before it.

use super::options::{Field, Options};
use super::state::Formatter;
use super::{SUPPORTED_LOCALES_OF, service};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Spec, Table, method, tag};
use crate::builtins::tags::{SEGMENT_ITERATOR, SEGMENTS};
use crate::heap::StringId;
use crate::object::Internal;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};
use codemode_intl::{Granularity, Segment, Segmenter};
use std::sync::Arc;

const NAME: &str = "Intl.Segmenter";
/// Units that are cut at once.
const WINDOW: usize = 512;

pub(crate) const TABLES: &[Table] = &[
    service(
        "Segmenter",
        Intrinsic::IntlSegmenter,
        Intrinsic::IntlSegmenterPrototype,
        0,
        constructor,
        &[SUPPORTED_LOCALES_OF],
    ),
    Table {
        id: Intrinsic::IntlSegmenterPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            method("resolvedOptions", 0, resolved_options),
            method("segment", 1, segment),
            tag("Intl.Segmenter"),
        ],
    },
    Table {
        id: Intrinsic::IntlSegmentsPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[method("containing", 1, containing), method("@@iterator", 0, iterator)],
    },
    Table {
        id: Intrinsic::IntlSegmentIteratorPrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::IteratorPrototype) },
        items: &[method("next", 0, next), tag("Segmenter String Iterator")],
    },
];

fn this(vm: &mut Vm, value: Value, method: &str) -> Completion<Arc<Segmenter>> {
    match vm.formatter(value) {
        Some(Formatter::Segmenter(segmenter)) => Ok(segmenter.clone()),
        _ => Err(vm.incompatible(&format!("{NAME}.prototype.{method}"), value)),
    }
}

/// ### [19.1.1 Intl.Segmenter](https://tc39.es/ecma402/#sec-intl.segmenter)
fn constructor(vm: &mut Vm, args: Args) -> Completion {
    let proto = vm.service_prototype(args, NAME, Intrinsic::IntlSegmenterPrototype)?;
    let tags = vm.canonical_locales(args.get(vm, 0))?;
    let o = Options::object(vm, args.get(vm, 1), NAME)?;
    o.locale_matcher(vm)?;
    let granularity =
        o.choice(vm, "granularity", Granularity::parse)?.unwrap_or(Granularity::Grapheme);
    let locale = vm.resolve_locale(&tags);
    let formatter = vm.shared_formatter(format!("segmenter{locale:?}{granularity:?}"), |_| {
        Ok(Formatter::Segmenter(Arc::new(Segmenter::new(&locale, granularity))))
    })?;
    Ok(vm.new_intl_object(proto, formatter))
}

fn resolved_options(vm: &mut Vm, args: Args) -> Completion {
    let s = this(vm, args.this(vm), "resolvedOptions")?;
    Ok(vm.record(&[
        ("locale", Field::Text(&s.locale)),
        ("granularity", Field::Text(s.granularity.as_str())),
    ]))
}

/// ### [19.3.4 Intl.Segmenter.prototype.segment](https://tc39.es/ecma402/#sec-intl.segmenter.prototype.segment)
fn segment(vm: &mut Vm, args: Args) -> Completion {
    let segmenter = args.this(vm);
    this(vm, segmenter, "segment")?;
    let text = args.string(vm, 0)?;
    let proto = vm.intrinsic(Intrinsic::IntlSegmentsPrototype);
    Ok(vm.new_slots(SEGMENTS, Some(proto), vec![segmenter, text.into()]).into())
}

/// Segmenter and text of a Segments object or an iterator over one.
fn parts_of(
    vm: &mut Vm,
    value: Value,
    tag: u8,
    method: &str,
) -> Completion<(Arc<Segmenter>, StringId)> {
    if vm.has_slots_tag(value, tag) {
        if let Some(Internal::Slots(slots)) =
            value.as_object().map(|id| &vm.heap.object(id).internal)
        {
            if let (Some(&segmenter), Some(text)) =
                (slots.values.first(), slots.values.get(1).and_then(|v| v.as_string()))
            {
                if let Some(Formatter::Segmenter(segmenter)) = vm.formatter(segmenter) {
                    return Ok((segmenter.clone(), text));
                }
            }
        }
    }
    Err(vm.incompatible(method, value))
}

fn segment_object(vm: &mut Vm, text: StringId, segment: Segment) -> Value {
    let part = vm.heap.substring(text, segment.start, segment.end);
    let mut fields = vec![
        ("segment", Field::Value(part.into())),
        ("index", Field::Value(Value::number(segment.start as f64))),
        ("input", Field::Value(text.into())),
    ];
    if let Some(word) = segment.is_word_like {
        fields.push(("isWordLike", Field::Bool(word)));
    }
    vm.record(&fields)
}

/// Segments from a boundary on: at least one unless the text ends there.
fn window(
    vm: &mut Vm,
    segmenter: &Segmenter,
    text: StringId,
    from: usize,
) -> Completion<Vec<Segment>> {
    let length = vm.heap.string_len(text);
    let mut size = WINDOW;
    loop {
        let end = from.saturating_add(size).min(length);
        vm.charge((end - from) as u64)?;
        vm.charge_memory((end - from) * 2)?;
        let units = vm.heap.view(text).slice(from, end).to_units();
        let mut found: Vec<Segment> = segmenter
            .segments(&units)
            .map(|s| Segment { start: s.start + from, end: s.end + from, ..s })
            .collect();
        if end == length {
            return Ok(found);
        }
        // The last ones may go on behind the window, or change by what follows.
        found.truncate(found.len().saturating_sub(4));
        if !found.is_empty() {
            return Ok(found);
        }
        size = size.saturating_mul(2);
    }
}

/// ### [19.5.2.1 %SegmentsPrototype%.containing](https://tc39.es/ecma402/#sec-%segmentsprototype%.containing)
fn containing(vm: &mut Vm, args: Args) -> Completion {
    let (segmenter, text) =
        parts_of(vm, args.this(vm), SEGMENTS, "%Segments.prototype%.containing")?;
    let at = args.integer(vm, 0)?;
    if at < 0.0 || at >= vm.heap.string_len(text) as f64 {
        return Ok(Value::UNDEFINED);
    }
    let at = at as usize;
    let mut from = 0;
    loop {
        let found = window(vm, &segmenter, text, from)?;
        if let Some(segment) = found.iter().find(|s| s.end > at) {
            return Ok(segment_object(vm, text, *segment));
        }
        match found.last() {
            Some(last) if last.end > from => from = last.end,
            _ => return Ok(Value::UNDEFINED),
        }
    }
}

/// ### [19.5.2.2 %SegmentsPrototype%\[@@iterator\]](https://tc39.es/ecma402/#sec-%segmentsprototype%-@@iterator)
fn iterator(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    parts_of(vm, this, SEGMENTS, "%SegmentsPrototype%[Symbol.iterator]")?;
    let values = match this.as_object().map(|id| &vm.heap.object(id).internal) {
        Some(Internal::Slots(slots)) => slots.values.clone(),
        _ => Vec::new(),
    };
    let ahead = vm.new_array(Vec::new());
    let values = [values, vec![Value::int(0), ahead.into()]].concat();
    let proto = vm.intrinsic(Intrinsic::IntlSegmentIteratorPrototype);
    Ok(vm.new_slots(SEGMENT_ITERATOR, Some(proto), values).into())
}

/// ### [19.6.2.1 %SegmentIteratorPrototype%.next](https://tc39.es/ecma402/#sec-%segmentiteratorprototype%.next);
/// slots: segmenter, text, position, segments cut ahead (ends, the next one last; doubled, plus one for words)
fn next(vm: &mut Vm, args: Args) -> Completion {
    let this = args.this(vm);
    let (segmenter, text) =
        parts_of(vm, this, SEGMENT_ITERATOR, "%SegmentIterator.prototype%.next")?;
    let Some(id) = this.as_object() else { return Ok(Value::UNDEFINED) };
    let (from, ahead) = match &vm.heap.object(id).internal {
        Internal::Slots(slots) => (
            slots.values.get(2).and_then(|v| v.as_number()).unwrap_or(0.0) as usize,
            slots.values.get(3).and_then(|v| v.as_object()),
        ),
        _ => (0, None),
    };
    let Some(ahead) = ahead.filter(|_| from < vm.heap.string_len(text)) else {
        return Ok(vm.iter_result(Value::UNDEFINED, true));
    };
    if vm.heap.object(ahead).elements.is_empty() {
        let found = window(vm, &segmenter, text, from)?;
        let marks: Vec<Value> = found
            .iter()
            .rev()
            .map(|s| {
                Value::number(
                    s.end as f64 * 2.0 + f64::from(u8::from(s.is_word_like == Some(true))),
                )
            })
            .collect();
        vm.heap.bytes += marks.len() * 8;
        let list = vm.heap.object_mut(ahead);
        list.length = marks.len() as u32;
        list.elements = marks;
    }
    let list = vm.heap.object_mut(ahead);
    let mark = list.elements.pop().and_then(|v| v.as_number());
    list.length = list.elements.len() as u32;
    let Some(mark) = mark.map(|m| m as usize) else {
        return Ok(vm.iter_result(Value::UNDEFINED, true));
    };
    let end = mark / 2;
    if let Internal::Slots(slots) = &mut vm.heap.object_mut(id).internal {
        if let Some(position) = slots.values.get_mut(2) {
            *position = Value::number(end as f64);
        }
    }
    let is_word_like = (segmenter.granularity == Granularity::Word).then_some(mark % 2 == 1);
    vm.charge(10)?;
    let object = segment_object(vm, text, Segment { start: from, end, is_word_like });
    Ok(vm.iter_result(object, false))
}
