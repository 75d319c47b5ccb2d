//! Properties of code points and of strings.

use codemode_regexp::{Budget, Flags, Input, Regex};

use crate::first_match;

/// How many code points the class matches.
fn count(pattern: &str, flags: &str) -> usize {
    let regex = Regex::compile_str(&format!("^{pattern}$"), Flags::parse(flags).unwrap()).unwrap();
    let mut units = [0; 2];
    let matches = (0..=0x10_FFFFu32).filter(|&code_point| {
        let text: &[u16] = match char::from_u32(code_point) {
            Some(character) => character.encode_utf16(&mut units),
            None => {
                units[0] = code_point as u16;
                &units[..1]
            }
        };
        regex.exec(Input::Utf16(text), 0, &mut Budget::unlimited()).unwrap().is_some()
    });
    matches.count()
}

#[test]
fn sets_have_the_sizes_they_should() {
    assert_eq!(count("\\p{ASCII}", "u"), 128);
    assert_eq!(count("\\p{Cs}", "u"), 2048);
    assert_eq!(count("\\p{AHex}", "u"), 22);
    assert_eq!(count("\\p{Noncharacter_Code_Point}", "u"), 66);
    assert_eq!(count("\\w", "iu"), 65);
    assert_eq!(count("\\w", "i"), 63);
    assert_eq!(count("[^\\W]", "iv"), 65);
    assert_eq!(count("\\s", "u"), 25);
    assert_eq!(count(".", "u"), 0x11_0000 - 4);
}

#[test]
fn complements_are_complete() {
    for property in ["Script=Greek", "scx=Deva", "space"] {
        let (inside, outside) =
            (count(&format!("\\p{{{property}}}"), "u"), count(&format!("\\P{{{property}}}"), "u"));
        assert_eq!(inside + outside, 0x11_0000, "{property}");
        assert!(inside > 0, "{property}");
    }
}

#[test]
fn names_are_exact() {
    for name in [
        "l",
        "LETTER",
        "Is_L",
        "Script",
        "sc",
        "sc=greek",
        "InGreek",
        "Block=Greek",
        "Age=5.0",
        "nt=De",
    ] {
        let expected = "!Invalid property name";
        assert_eq!(first_match(&format!("\\p{{{name}}}"), "u", ""), expected, "{name}");
    }
}

#[test]
fn strings_match_longest_first() {
    let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦";
    let cases = [
        ("\\p{RGI_Emoji}", family, "0,11"),
        ("^\\p{RGI_Emoji_ZWJ_Sequence}$", family, "0,11"),
        ("^\\p{RGI_Emoji}{2}$", "👍🏽👍", "0,6"),
        ("\\p{RGI_Emoji}\u{200D}", family, "0,9"),
        ("^\\p{Emoji_Keycap_Sequence}$", "#\u{FE0F}\u{20E3}", "0,3"),
        ("^\\p{RGI_Emoji_Flag_Sequence}$", "🇫🇷", "0,4"),
        ("^\\p{RGI_Emoji_Flag_Sequence}$", "🇦🇦", "-"),
        (
            "^\\p{RGI_Emoji_Tag_Sequence}$",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "0,14",
        ),
        ("^\\p{RGI_Emoji_Modifier_Sequence}$", "👍🏽", "0,4"),
        ("^\\p{Basic_Emoji}$", "©\u{FE0F}", "0,2"),
        ("^\\p{Basic_Emoji}$", "©", "-"),
        ("(?<=^\\p{RGI_Emoji})x", "👍🏽x", "4,5"),
        ("[\\p{RGI_Emoji}--\\p{Basic_Emoji}]", "👍👍🏽", "2,6"),
        ("[\\p{RGI_Emoji}&&\\p{ASCII}]", "1\u{FE0F}\u{20E3}1", "-"),
        ("[\\q{abc|ab|}x]", "abc", "0,3"),
        ("[\\q{abc|ab|}x]c", "abc", "0,3"),
        ("[\\q{abc|ab|}x]d", "abcd", "0,4"),
        ("[\\q{|a}]b", "b", "0,1"),
    ];
    for (pattern, subject, expected) in cases {
        assert_eq!(first_match(pattern, "v", subject), expected, "{pattern} on {subject}");
    }
}
