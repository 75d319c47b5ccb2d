//! Character classes: ranges of old, and the set notation of the flag `v`.
//!
//! With `v` every operand is closed over case as it is read, which gives the same unions,
//! intersections and complements as folding each member; without `v` the whole class is closed
//! before it is negated.

use super::{Parsed, Parser, ascii};
use crate::ast::Class;
use crate::case_folding;
use crate::char_set::CodePointSet;
use crate::error;

/// Deepest nesting of `[` within `[`, which is the one thing read by native recursion.
const MAX_CLASS_DEPTH: u32 = 100;

pub(super) fn digits() -> CodePointSet {
    CodePointSet::new([(0x30, 0x39)])
}

pub(super) fn line_terminators() -> CodePointSet {
    CodePointSet::new([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
}

pub(super) fn spaces() -> CodePointSet {
    CodePointSet::new([
        (0x09, 0x0D),
        (0x20, 0x20),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x2000, 0x200A),
        (0x2028, 0x2029),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
        (0xFEFF, 0xFEFF),
    ])
}

/// ### [22.2.2.9.3 WordCharacters](https://tc39.es/ecma262/#sec-runtime-semantics-wordcharacters)
pub(super) fn word_characters(folded: bool) -> CodePointSet {
    let mut set = CodePointSet::new([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]);
    if folded {
        case_folding::close(&mut set, true);
    }
    set
}

/// One side of a possible range.
enum Atom {
    Character(u32),
    Class(Class),
}

/// An operand of the set notation, and whether its syntax could contain strings.
struct Operand {
    atom: Atom,
    may_contain_strings: bool,
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Operation {
    Union,
    Intersection,
    Subtraction,
}

impl Parser<'_> {
    /// After the `[`.
    pub(super) fn character_class(&mut self, start: usize) -> Parsed<Class> {
        if self.sets {
            return self.class_set(start).map(|operand| self.class_of(operand.atom));
        }
        let negative = self.eat(b'^');
        let mut class = Class::default();
        let mut ranges = Vec::new();
        while !self.eat(b']') {
            let from = self.class_atom(start)?;
            if self.peek_is(0, b'-') && !self.peek_is(1, b']') && self.at + 1 < self.source.len() {
                self.at += 1;
                let to = self.class_atom(start)?;
                match (from, to) {
                    (Atom::Character(low), Atom::Character(high)) if low > high => {
                        return Err(self.fault(error::RANGE_OUT_OF_ORDER, start));
                    }
                    (Atom::Character(low), Atom::Character(high)) => ranges.push((low, high)),
                    _ if self.full_unicode => return Err(self.fault(error::INVALID_CLASS, start)),
                    (from, to) => {
                        add(&mut class, &mut ranges, from);
                        ranges.push((0x2D, 0x2D));
                        add(&mut class, &mut ranges, to);
                    }
                }
            } else {
                add(&mut class, &mut ranges, from);
            }
        }
        class.set.extend(ranges);
        if self.modes.ignore_case {
            case_folding::close(&mut class.set, self.full_unicode);
        }
        if negative {
            class.set = class.set.complement();
        }
        Ok(class)
    }

    fn class_atom(&mut self, class_start: usize) -> Parsed<Atom> {
        let start = self.at;
        match self.peek() {
            None => Err(self.fault(error::UNTERMINATED_CLASS, class_start)),
            Some(unit) if ascii(unit) == b'\\' => {
                self.at += 1;
                if self.eat(b'b') {
                    return Ok(Atom::Character(8));
                }
                match self.class_escape(true)? {
                    Some(class) => Ok(Atom::Class(class)),
                    None => self.character_escape(start, true).map(Atom::Character),
                }
            }
            Some(_) => Ok(Atom::Character(self.next_character())),
        }
    }

    /// ### [ClassSetExpression](https://tc39.es/ecma262/#prod-ClassSetExpression), after the `[`.
    fn class_set(&mut self, start: usize) -> Parsed<Operand> {
        self.class_depth += 1;
        if self.class_depth > MAX_CLASS_DEPTH {
            return Err(self.fault(error::TOO_LARGE, start));
        }
        let negative = self.eat(b'^');
        let mut class = Class { fold_strings: self.modes.ignore_case, ..Class::default() };
        let mut singles = Vec::new();
        let mut may_contain_strings = false;
        let mut operation = None;
        let mut first = true;
        while !self.eat(b']') {
            let here = match (self.peek(), self.double_punctuator()) {
                (None, _) => return Err(self.fault(error::UNTERMINATED_CLASS, start)),
                (_, Some(b'&')) => Operation::Intersection,
                (_, Some(b'-')) => Operation::Subtraction,
                (_, Some(_)) => return Err(self.fault(error::INVALID_SET_OPERATION, self.at)),
                _ => Operation::Union,
            };
            if first {
                if here != Operation::Union {
                    return Err(self.fault(error::INVALID_SET_OPERATION, self.at));
                }
            } else {
                if *operation.get_or_insert(here) != here {
                    return Err(self.fault(error::INVALID_SET_OPERATION, self.at));
                }
                if here != Operation::Union {
                    self.at += 2;
                    if self.peek_is(0, b'&') {
                        return Err(self.fault(error::INVALID_CLASS_CHARACTER, self.at));
                    }
                }
            }
            let operand = self.class_set_operand(start)?;
            let operand = match operand.atom {
                Atom::Character(low) if self.peek_is(0, b'-') && !self.peek_is(1, b'-') => {
                    self.at += 1;
                    let high = self.class_set_operand(start)?;
                    let Atom::Character(high) = high.atom else {
                        return Err(self.fault(error::INVALID_CLASS, start));
                    };
                    if low > high {
                        return Err(self.fault(error::RANGE_OUT_OF_ORDER, start));
                    }
                    if operation.is_some_and(|operation| operation != Operation::Union)
                        || self.set_operator_follows()
                    {
                        return Err(self.fault(error::INVALID_SET_OPERATION, self.at));
                    }
                    if !self.modes.ignore_case {
                        singles.push((low, high));
                        first = false;
                        operation = Some(Operation::Union);
                        continue;
                    }
                    operation = Some(Operation::Union);
                    let class = self.leaf(CodePointSet::new([(low, high)]));
                    Operand { atom: Atom::Class(class), may_contain_strings: false }
                }
                Atom::Class(_) if self.peek_is(0, b'-') && !self.peek_is(1, b'-') => {
                    return Err(self.fault(error::INVALID_CLASS, start));
                }
                _ => operand,
            };
            match operation {
                None | Some(Operation::Union) => {
                    may_contain_strings |= operand.may_contain_strings;
                    match operand.atom {
                        Atom::Character(value) if !self.modes.ignore_case => {
                            singles.push((value, value))
                        }
                        atom => {
                            let other = self.class_of(atom);
                            class.set.union(&other.set);
                            class.strings.extend(other.strings);
                        }
                    }
                }
                Some(operation) => {
                    class.set.extend(singles.drain(..));
                    let other = self.class_of(operand.atom);
                    if operation == Operation::Intersection {
                        may_contain_strings &= operand.may_contain_strings;
                        class.set = class.set.intersection(&other.set);
                        class.strings.retain(|string| other.strings.contains(string));
                    } else {
                        class.set = class.set.difference(&other.set);
                        class.strings.retain(|string| !other.strings.contains(string));
                    }
                }
            }
            first = false;
        }
        class.set.extend(singles);
        if negative {
            if may_contain_strings {
                return Err(self.fault(error::NEGATED_STRINGS, start));
            }
            class.set = class.set.complement();
        }
        self.class_depth -= 1;
        Ok(Operand { atom: Atom::Class(class), may_contain_strings })
    }

    fn class_set_operand(&mut self, class_start: usize) -> Parsed<Operand> {
        let start = self.at;
        let plain = |atom| Operand { atom, may_contain_strings: false };
        let Some(unit) = self.peek() else {
            return Err(self.fault(error::UNTERMINATED_CLASS, class_start));
        };
        match ascii(unit) {
            b'[' => {
                self.at += 1;
                self.class_set(start)
            }
            b'\\' if self.peek_is(1, b'q') => self.class_strings(),
            b'\\' => {
                self.at += 1;
                if self.eat(b'b') {
                    return Ok(plain(Atom::Character(8)));
                }
                match self.class_escape(true)? {
                    Some(class) => {
                        let may_contain_strings = !class.strings.is_empty();
                        Ok(Operand { atom: Atom::Class(class), may_contain_strings })
                    }
                    None => self
                        .character_escape(start, true)
                        .map(|value| plain(Atom::Character(value))),
                }
            }
            b'(' | b')' | b']' | b'{' | b'}' | b'/' | b'-' | b'|' => {
                Err(self.fault(error::INVALID_CLASS_CHARACTER, start))
            }
            _ if self.double_punctuator().is_some() => {
                Err(self.fault(error::INVALID_SET_OPERATION, start))
            }
            _ => Ok(plain(Atom::Character(self.next_character()))),
        }
    }

    /// `\q{…|…}`.
    fn class_strings(&mut self) -> Parsed<Operand> {
        let start = self.at;
        self.at += 2;
        if !self.eat(b'{') {
            return Err(self.fault(error::INVALID_ESCAPE, start));
        }
        let mut class = Class::default();
        let mut singles = Vec::new();
        let mut string = Vec::new();
        let mut may_contain_strings = false;
        loop {
            let Some(unit) = self.peek() else {
                return Err(self.fault(error::INVALID_CLASS_CHARACTER, self.at));
            };
            match ascii(unit) {
                end @ (b'|' | b'}') => {
                    self.at += 1;
                    match *string {
                        [single] => singles.push((single, single)),
                        _ => {
                            may_contain_strings = true;
                            class.strings.insert(std::mem::take(&mut string));
                        }
                    }
                    string.clear();
                    if end == b'}' {
                        break;
                    }
                }
                b'\\' => {
                    let escape = self.at;
                    self.at += 1;
                    let value =
                        if self.eat(b'b') { 8 } else { self.character_escape(escape, true)? };
                    string.push(value);
                }
                b'(' | b')' | b'[' | b']' | b'{' | b'/' | b'-' => {
                    return Err(self.fault(error::INVALID_CLASS_CHARACTER, self.at));
                }
                _ if self.double_punctuator().is_some() => {
                    return Err(self.fault(error::INVALID_SET_OPERATION, self.at));
                }
                _ => {
                    let value = self.next_character();
                    string.push(value);
                }
            }
        }
        class.set.extend(singles);
        let class = self.folded(class);
        Ok(Operand { atom: Atom::Class(class), may_contain_strings })
    }

    /// The doubled punctuator at the position, `&&` and `--` among them.
    fn double_punctuator(&self) -> Option<u8> {
        let unit = self.peek()?;
        let doubled = self.source.get(self.at + 1) == Some(&unit);
        let unit = ascii(unit);
        (doubled && b"&!#$%*+,.:;<=>?@^`~-".contains(&unit)).then_some(unit)
    }

    fn set_operator_follows(&self) -> bool {
        matches!(self.double_punctuator(), Some(b'&' | b'-'))
    }

    fn class_of(&self, atom: Atom) -> Class {
        match atom {
            Atom::Character(value) => self.leaf(CodePointSet::single(value)),
            Atom::Class(class) => class,
        }
    }

    /// A set as an operand, closed over case where that is ignored.
    pub(super) fn leaf(&self, mut set: CodePointSet) -> Class {
        if self.modes.ignore_case {
            case_folding::close(&mut set, self.full_unicode);
        }
        Class { set, ..Class::default() }
    }

    /// A set with strings as an operand: its strings in canonical form where case is ignored.
    pub(super) fn folded(&self, class: Class) -> Class {
        if !self.modes.ignore_case {
            return class;
        }
        let fold = |string: Vec<u32>| {
            string.into_iter().map(|value| case_folding::canonicalize(value, true)).collect()
        };
        Class {
            set: self.leaf(class.set).set,
            strings: class.strings.into_iter().map(fold).collect(),
            fold_strings: true,
        }
    }
}

fn add(class: &mut Class, ranges: &mut Vec<(u32, u32)>, atom: Atom) {
    match atom {
        Atom::Character(value) => ranges.push((value, value)),
        Atom::Class(other) => class.set.union(&other.set),
    }
}
