//! Byte offsets to lines and columns.

use crate::bytecode::Origin;
use codemode_protocol::Location;

/// Byte offset of each line start; line terminators are those of ECMA-262.
pub(crate) fn line_starts(text: &str) -> Vec<u32> {
    let mut starts = vec![0];
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        let width = match bytes[index] {
            b'\n' => 1,
            b'\r' if bytes.get(index + 1) == Some(&b'\n') => 2,
            b'\r' => 1,
            0xE2 if matches!(bytes.get(index + 1..index + 3), Some([0x80, 0xA8 | 0xA9])) => 3,
            _ => 0,
        };
        if width > 0 {
            index += width;
            starts.push(index as u32);
        } else {
            index += 1;
        }
    }
    starts
}

/// 1-based line and column (in UTF-16 units) of a byte offset, in the text as it was sent.
pub(crate) fn locate(text: &str, starts: &[u32], origin: Origin, offset: u32) -> Location {
    let line = starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let start = starts.get(line).copied().unwrap_or(0) as usize;
    let mut end = (offset as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let units: usize =
        text.get(start..end).map_or(0, |part| part.chars().map(char::len_utf16).sum());
    let before = if line == 0 { origin.column } else { 0 };
    Location { line: line as u32 + 1 + origin.line, column: units as u32 + 1 + before }
}
