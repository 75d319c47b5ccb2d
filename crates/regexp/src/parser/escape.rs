//! Escapes outside and inside classes, and group names.

use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};

use super::{Parsed, Parser, ascii, class};
use crate::ast::{Class, Node, NodeId};
use crate::char_set::CodePointSet;
use crate::error;
use crate::input::{is_lead, is_trail, join};
use crate::property;

impl Parser<'_> {
    /// The atom or assertion that starts with a backslash; the flag says whether it may be repeated.
    pub(super) fn atom_escape(&mut self) -> Parsed<(NodeId, bool)> {
        let start = self.at;
        self.at += 1;
        let Some(unit) = self.peek() else {
            return Err(self.fault(error::ESCAPE_AT_END, start));
        };
        let ignore_case = self.modes.ignore_case;
        match ascii(unit) {
            letter @ (b'b' | b'B') => {
                self.at += 1;
                let negative = letter == b'B';
                let ignore_case = ignore_case && self.full_unicode;
                return Ok((self.node(Node::WordBoundary { negative, ignore_case })?, false));
            }
            b'1'..=b'9' => {
                let after_backslash = self.at;
                let number = self.decimal().unwrap_or(0);
                if number <= u128::from(self.group_total) {
                    let groups = [number as u32].into();
                    return Ok((self.node(Node::BackReference { groups, ignore_case })?, true));
                }
                if self.full_unicode {
                    return Err(self.fault(error::INVALID_ESCAPE, start));
                }
                self.at = after_backslash;
            }
            b'k' if self.named => {
                self.at += 1;
                if !self.eat(b'<') {
                    return Err(self.fault(error::INVALID_NAMED_REFERENCE, start));
                }
                self.at -= 1;
                let name = self.group_name()?;
                let node = self.node(Node::BackReference { groups: [].into(), ignore_case })?;
                self.named_references.push((node, name, start));
                return Ok((node, true));
            }
            _ => {}
        }
        if let Some(class) = self.class_escape(false)? {
            return Ok((self.class_node(class)?, true));
        }
        let value = self.character_escape(start, false)?;
        Ok((self.char_node(value)?, true))
    }

    /// `\d`, `\p{…}` and their like, after the backslash.
    pub(super) fn class_escape(&mut self, in_class: bool) -> Parsed<Option<Class>> {
        let Some(letter) = self.peek().map(ascii) else { return Ok(None) };
        let mut set = match letter {
            b'd' | b'D' => class::digits(),
            b's' | b'S' => class::spaces(),
            b'w' | b'W' => class::word_characters(self.full_unicode && self.modes.ignore_case),
            b'p' | b'P' if self.full_unicode => return self.property_escape(in_class).map(Some),
            _ => return Ok(None),
        };
        self.at += 1;
        if letter.is_ascii_uppercase() {
            set = set.complement();
        }
        Ok(Some(self.leaf(set)))
    }

    fn property_escape(&mut self, in_class: bool) -> Parsed<Class> {
        let start = self.at;
        let reason =
            if in_class { error::INVALID_PROPERTY_IN_CLASS } else { error::INVALID_PROPERTY };
        let negative = self.peek_is(0, b'P');
        self.at += 1;
        if !self.eat(b'{') {
            return Err(self.fault(reason, start));
        }
        let name = self.property_word();
        let value = self.eat(b'=').then(|| self.property_word());
        if !self.eat(b'}') {
            return Err(self.fault(reason, start));
        }
        if let Some(set) = self.property(&name, value.as_deref()) {
            // With `v` the complement is taken after case folding, with `u` before.
            return Ok(match (negative, self.sets) {
                (false, _) => self.leaf(set),
                (true, true) => Class { set: self.leaf(set).set.complement(), ..Class::default() },
                (true, false) => self.leaf(set.complement()),
            });
        }
        match property::strings(&name) {
            Some(class) if self.sets && value.is_none() && !negative => Ok(self.folded(class)),
            _ => Err(self.fault(reason, start)),
        }
    }

    fn property(&mut self, name: &str, value: Option<&str>) -> Option<CodePointSet> {
        let key = format!("{name}={}", value.unwrap_or_default());
        if let Some(set) = self.properties.get(&*key) {
            return Some(set.clone());
        }
        let set = property::code_points(name, value)?;
        self.properties.insert(key.into(), set.clone());
        Some(set)
    }

    fn property_word(&mut self) -> String {
        let mut word = String::new();
        while let Some(unit) =
            self.peek().map(ascii).filter(|unit| unit.is_ascii_alphanumeric() || *unit == b'_')
        {
            word.push(char::from(unit));
            self.at += 1;
        }
        word
    }

    /// ### [CharacterEscape](https://tc39.es/ecma262/#prod-CharacterEscape), after the backslash.
    pub(super) fn character_escape(&mut self, start: usize, in_class: bool) -> Parsed<u32> {
        let Some(unit) = self.peek() else {
            return Err(self.fault(error::ESCAPE_AT_END, start));
        };
        let letter = ascii(unit);
        let control = match letter {
            b't' => Some(9),
            b'n' => Some(10),
            b'v' => Some(11),
            b'f' => Some(12),
            b'r' => Some(13),
            _ => None,
        };
        if let Some(value) = control {
            self.at += 1;
            return Ok(value);
        }
        match letter {
            b'c' => self.control_escape(start, in_class),
            b'0' if !self
                .source
                .get(self.at + 1)
                .is_some_and(|&next| ascii(next).is_ascii_digit()) =>
            {
                self.at += 1;
                Ok(0)
            }
            b'0'..=b'9' if self.full_unicode => {
                let reason = match (in_class, letter) {
                    (true, _) => error::INVALID_CLASS_ESCAPE,
                    (false, b'0') => error::INVALID_DECIMAL_ESCAPE,
                    (false, _) => error::INVALID_ESCAPE,
                };
                Err(self.fault(reason, start))
            }
            b'0'..=b'7' => Ok(self.legacy_octal()),
            b'x' => {
                self.at += 1;
                match self.hex(2) {
                    Some(value) => Ok(value),
                    None if self.full_unicode => Err(self.fault(error::INVALID_ESCAPE, start)),
                    None => Ok(u32::from(b'x')),
                }
            }
            b'u' => {
                self.at += 1;
                match self.unicode_escape(self.full_unicode) {
                    Some(value) => Ok(value),
                    None if self.full_unicode => {
                        Err(self.fault(error::INVALID_UNICODE_ESCAPE, start))
                    }
                    None => Ok(u32::from(b'u')),
                }
            }
            b'k' if self.named && !self.full_unicode => {
                Err(self.fault(error::INVALID_ESCAPE, start))
            }
            _ if self.full_unicode => {
                let syntax = b"^$\\.*+?()[]{}|/".contains(&letter) || (in_class && letter == b'-');
                let in_sets = in_class && self.sets && b"&-!#%,:;<=>@`~".contains(&letter);
                if letter != 0 && (syntax || in_sets) {
                    self.at += 1;
                    return Ok(u32::from(letter));
                }
                Err(self.fault(error::INVALID_ESCAPE, start))
            }
            _ => Ok(self.next_character()),
        }
    }

    fn control_escape(&mut self, start: usize, in_class: bool) -> Parsed<u32> {
        let next = self.source.get(self.at + 1).map_or(0, |&unit| ascii(unit));
        let digits = in_class && !self.full_unicode && (next.is_ascii_digit() || next == b'_');
        if next.is_ascii_alphabetic() || digits {
            self.at += 2;
            return Ok(u32::from(next % 32));
        }
        if self.full_unicode {
            return Err(self.fault(error::INVALID_UNICODE_ESCAPE, start));
        }
        // Annex B: the backslash stands for itself and `c` is read again.
        Ok(u32::from(b'\\'))
    }

    /// At most three octal digits, not beyond 0o377.
    fn legacy_octal(&mut self) -> u32 {
        let mut value = 0;
        for _ in 0..3 {
            let Some(digit @ b'0'..=b'7') = self.peek().map(ascii) else { break };
            let next = value * 8 + u32::from(digit - b'0');
            if next > 0o377 {
                break;
            }
            value = next;
            self.at += 1;
        }
        value
    }

    /// Exactly `count` hexadecimal digits, or nothing is read.
    fn hex(&mut self, count: usize) -> Option<u32> {
        let digits = self.source.get(self.at..self.at + count)?;
        let mut value = 0;
        for &unit in digits {
            value = value * 16 + char::from(ascii(unit)).to_digit(16)?;
        }
        self.at += count;
        Some(value)
    }

    /// What follows `\u`; `braced` permits `{…}` and joins two escaped halves.
    fn unicode_escape(&mut self, braced: bool) -> Option<u32> {
        if braced && self.peek_is(0, b'{') {
            let mut at = self.at + 1;
            let mut value = 0u32;
            while let Some(digit) =
                self.source.get(at).and_then(|&unit| char::from(ascii(unit)).to_digit(16))
            {
                value = value.saturating_mul(16).saturating_add(digit);
                at += 1;
            }
            let terminated = self.source.get(at) == Some(&u16::from(b'}'));
            if at == self.at + 1 || !terminated || value > crate::char_set::MAX_CODE_POINT {
                return None;
            }
            self.at = at + 1;
            return Some(value);
        }
        let value = self.hex(4)?;
        let lead = u16::try_from(value).ok().filter(|&unit| is_lead(unit));
        if let (true, Some(lead), true, true) =
            (braced, lead, self.peek_is(0, b'\\'), self.peek_is(1, b'u'))
        {
            let back = self.at;
            self.at += 2;
            match self
                .hex(4)
                .and_then(|value| u16::try_from(value).ok())
                .filter(|&unit| is_trail(unit))
            {
                Some(trail) => return Some(join(lead, trail)),
                None => self.at = back,
            }
        }
        Some(value)
    }

    /// ### [GroupName](https://tc39.es/ecma262/#prod-GroupName), from its `<` on.
    pub(super) fn group_name(&mut self) -> Parsed<Box<str>> {
        let start = self.at;
        self.at += 1;
        let mut name = String::new();
        loop {
            if !name.is_empty() && self.eat(b'>') {
                return Ok(name.into());
            }
            let value = if self.eat(b'\\') {
                if !self.eat(b'u') {
                    return Err(self.fault(error::INVALID_UNICODE_ESCAPE, start));
                }
                match self.unicode_escape(true) {
                    Some(value) => value,
                    None => return Err(self.fault(error::INVALID_UNICODE_ESCAPE, start)),
                }
            } else {
                let value = self.code_point_here();
                self.at += if value > 0xFFFF { 2 } else { 1 };
                value
            };
            match char::from_u32(value)
                .filter(|&character| is_name_part(character, name.is_empty()))
            {
                Some(character) => name.push(character),
                None => return Err(self.fault(error::INVALID_GROUP_NAME, start)),
            }
        }
    }
}

fn is_name_part(character: char, first: bool) -> bool {
    match character {
        '$' | '_' => true,
        '\u{200C}' | '\u{200D}' => !first,
        _ if character.is_ascii() => {
            character.is_ascii_alphabetic() || (!first && character.is_ascii_digit())
        }
        _ if first => CodePointSetData::new::<IdStart>().contains(character),
        _ => CodePointSetData::new::<IdContinue>().contains(character),
    }
}
