//! Flag texts, and `RegExp.escape`.

use codemode_regexp::{Budget, Flags, Input, Regex, escape};

#[test]
fn flags_are_read_and_written() {
    let flags = Flags::parse("yvsmigd").unwrap();
    assert_eq!(flags.to_string(), "dgimsvy");
    assert!(flags.full_unicode() && flags.unicode_sets && !flags.unicode);
    assert_eq!(Flags::parse("").unwrap(), Flags::default());
}

#[test]
fn wrong_flags_are_refused() {
    for text in ["gg", "x", "uv", "G", "g ", "uu", "é"] {
        let error = Flags::parse(text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("Invalid flags supplied to RegExp constructor '{text}'")
        );
    }
}

#[test]
fn escape_writes_what_the_standard_says() {
    let cases = [
        ("", ""),
        ("foo", "\\x66oo"),
        ("1a", "\\x31a"),
        ("_a", "_a"),
        ("a.b", "\\x61\\.b"),
        ("^$\\.*+?()[]{}|/", "\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/"),
        (
            ",-=<>#&!%:;@~'`\"",
            "\\x2c\\x2d\\x3d\\x3c\\x3e\\x23\\x26\\x21\\x25\\x3a\\x3b\\x40\\x7e\\x27\\x60\\x22",
        ),
        ("\t\n\u{B}\u{C}\r ", "\\t\\n\\v\\f\\r\\x20"),
        ("\u{A0}\u{FEFF}\u{2028}\u{2003}", "\\xa0\\ufeff\\u2028\\u2003"),
        ("é漢😀", "é漢😀"),
    ];
    for (text, expected) in cases {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16(&escape(&units)).unwrap(), expected, "{text:?}");
    }
    let lone = escape(&[0xD83D, 0x61, 0xDE00]);
    assert_eq!(String::from_utf16(&lone).unwrap(), "\\ud83da\\ude00");
}

#[test]
fn an_escaped_text_matches_itself() {
    let text: Vec<u16> = (1..0x300).chain(0xD7F0..0xD810).chain(0xDFF0..0xE010).collect();
    for flags in ["", "u", "v", "i", "iu"] {
        let regex = Regex::compile(&escape(&text), Flags::parse(flags).unwrap()).unwrap();
        let found = regex.exec(Input::Utf16(&text), 0, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!(found.range(0), Some(0..text.len()), "{flags}");
    }
}
