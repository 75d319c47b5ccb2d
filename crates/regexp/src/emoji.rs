//! The emoji sequences behind the properties of strings.
//!
//! The table is `data/emoji.txt`, made from the emoji data files of Unicode 18: one line per
//! property, its sequences in the shortest form that still says all of them. In ZWJ sequences `+` is
//! the joiner, `.` separates code points and `*` is any skin tone; a leading `!` wants two different
//! tones.

use std::collections::BTreeSet;

use crate::ast::Class;
use crate::char_set::CodePointSet;

const TABLE: &str = include_str!("../data/emoji.txt");
const TONES: std::ops::RangeInclusive<u32> = 0x1F3FB..=0x1F3FF;
const JOINER: u32 = 0x200D;
const EMOJI_PRESENTATION: u32 = 0xFE0F;

/// The strings of a property, `None` where the name is unknown.
pub(crate) fn strings(name: &str) -> Option<Class> {
    let lines: &[&str] = match name {
        "Basic_Emoji" => &["basic", "presentation"],
        "Emoji_Keycap_Sequence" => &["keycap"],
        "RGI_Emoji_Modifier_Sequence" => &["modifier"],
        "RGI_Emoji_Flag_Sequence" => &["flag"],
        "RGI_Emoji_Tag_Sequence" => &["tag"],
        "RGI_Emoji_ZWJ_Sequence" => &["zwj"],
        "RGI_Emoji" => &["basic", "presentation", "keycap", "modifier", "flag", "tag", "zwj"],
        _ => return None,
    };
    let mut class = Class::default();
    for (kind, content) in TABLE.lines().filter_map(|line| line.split_once(' ')) {
        if lines.contains(&kind) {
            add(&mut class, kind, content);
        }
    }
    Some(class)
}

fn add(class: &mut Class, kind: &str, content: &str) {
    let strings = &mut class.strings;
    match kind {
        "basic" => class.set.union(&CodePointSet::new(ranges(content))),
        "presentation" => strings.extend(each(content).map(|base| vec![base, EMOJI_PRESENTATION])),
        "keycap" => {
            strings.extend(each(content).map(|base| vec![base, EMOJI_PRESENTATION, 0x20E3]))
        }
        "modifier" => {
            strings.extend(each(content).flat_map(|base| TONES.map(move |tone| vec![base, tone])));
        }
        "flag" => strings.extend(content.split(' ').map(|letters| {
            letters.bytes().map(|letter| 0x1F1E6 + u32::from(letter.wrapping_sub(b'A'))).collect()
        })),
        "tag" => strings.extend(content.split(' ').map(|region| {
            let tags = region.bytes().map(|letter| 0xE0000 + u32::from(letter));
            [0x1F3F4].into_iter().chain(tags).chain([0xE007F]).collect()
        })),
        _ => content.split(' ').for_each(|template| joined(strings, template)),
    }
}

/// Every sequence of a ZWJ template.
fn joined(strings: &mut BTreeSet<Vec<u32>>, template: &str) {
    let distinct = template.starts_with('!');
    let template = template.trim_start_matches('!');
    let tones = template.matches('*').count();
    for first in TONES {
        for second in TONES {
            let redundant =
                (tones < 2 && second != *TONES.start()) || (tones < 1 && first != *TONES.start());
            if redundant || (distinct && first == second) {
                continue;
            }
            let mut tone = [first, second].into_iter();
            let mut string = Vec::new();
            for part in template.split('+') {
                if !string.is_empty() {
                    string.push(JOINER);
                }
                for word in part.split('.') {
                    string.extend(u32::from_str_radix(word.trim_end_matches('*'), 16));
                    if word.ends_with('*') {
                        string.extend(tone.next());
                    }
                }
            }
            strings.insert(string);
        }
    }
}

fn ranges(content: &str) -> impl Iterator<Item = (u32, u32)> {
    content.split(' ').filter_map(|range| {
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        Some((u32::from_str_radix(low, 16).ok()?, u32::from_str_radix(high, 16).ok()?))
    })
}

fn each(content: &str) -> impl Iterator<Item = u32> {
    ranges(content).flat_map(|(low, high)| low..=high)
}
