//! The crate's behaviour through its public interface.

mod budget;
mod flags_and_escape;
mod hostile;
mod judged;
mod newer_syntax;
mod properties;

use codemode_regexp::{Budget, Flags, Input, Regex};

/// The first match as `start,end` per group, `-` for none.
pub(crate) fn first_match(pattern: &str, flags: &str, subject: &str) -> String {
    let regex = match Regex::compile_str(pattern, Flags::parse(flags).unwrap()) {
        Ok(regex) => regex,
        Err(error) => return format!("!{}", error.reason),
    };
    let units: Vec<u16> = subject.encode_utf16().collect();
    let wide = regex.exec(Input::Utf16(&units), 0, &mut Budget::unlimited()).unwrap();
    let wide = show(wide.as_ref());
    if let Some(narrow) = latin1(&units) {
        let narrow = regex.exec(Input::Latin1(&narrow), 0, &mut Budget::unlimited()).unwrap();
        assert_eq!(show(narrow.as_ref()), wide, "/{pattern}/{flags} on Latin-1 {subject:?}");
    }
    wide
}

pub(crate) fn show(captures: Option<&codemode_regexp::Captures>) -> String {
    let Some(captures) = captures else { return "-".to_owned() };
    let groups = captures.iter().map(|range| match range {
        Some(range) => format!("{},{}", range.start, range.end),
        None => "_".to_owned(),
    });
    groups.collect::<Vec<_>>().join(";")
}

/// The subject as Latin-1, where it is.
pub(crate) fn latin1(units: &[u16]) -> Option<Vec<u8>> {
    units.iter().map(|&unit| u8::try_from(unit).ok()).collect()
}
