//! Making, joining and reading strings.

use super::string::{INLINE_MAX, ROPE_MIN, Repr, StringCell};
use super::{Heap, MAX_STRING_LENGTH, StrView, StringBuilder, StringId};

/// A string would be longer than [`MAX_STRING_LENGTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Heap {
    pub(crate) fn init_strings(&mut self) {
        let empty = self.alloc_latin1(&[]);
        self.intern(empty);
    }
    fn cell(repr: Repr, len: usize, latin1: bool) -> StringCell {
        StringCell { repr, len: len as u32, hash: 0, interned: false, latin1, mark: false }
    }
    pub(crate) fn alloc_latin1(&mut self, bytes: &[u8]) -> StringId {
        self.bytes += size_of::<StringCell>();
        let repr = if bytes.len() <= INLINE_MAX {
            let mut inline = [0u8; INLINE_MAX];
            inline[..bytes.len()].copy_from_slice(bytes);
            Repr::Inline { len: bytes.len() as u8, bytes: inline }
        } else {
            self.bytes += bytes.len();
            Repr::Latin1(bytes.into())
        };
        self.alloc_string(Self::cell(repr, bytes.len(), true))
    }
    /// String of Latin-1 units.
    #[inline]
    pub fn string_from_latin1(&mut self, bytes: &[u8]) -> StringId {
        match bytes {
            [] => self.empty_string(),
            [one] => self.unit_string(*one),
            _ => self.alloc_latin1(bytes),
        }
    }
    /// String of Latin-1 units, taking the buffer over.
    pub fn string_from_latin1_vec(&mut self, bytes: Vec<u8>) -> StringId {
        if bytes.len() <= INLINE_MAX {
            return self.string_from_latin1(&bytes);
        }
        let len = bytes.len();
        self.bytes += size_of::<StringCell>() + len;
        self.alloc_string(Self::cell(Repr::Latin1(bytes.into_boxed_slice()), len, true))
    }
    /// String of UTF-16 units.
    pub fn string_from_units(&mut self, units: &[u16]) -> StringId {
        if units.iter().all(|&u| u < 256) {
            let bytes: Vec<u8> = units.iter().map(|&u| u as u8).collect();
            return self.string_from_latin1_vec(bytes);
        }
        self.alloc_wide(units.into())
    }
    fn alloc_wide(&mut self, units: Box<[u16]>) -> StringId {
        let len = units.len();
        self.bytes += size_of::<StringCell>() + len * 2;
        self.alloc_string(Self::cell(Repr::Utf16(units), len, false))
    }
    /// String of a Rust text.
    pub fn new_string(&mut self, text: &str) -> StringId {
        if text.is_ascii() {
            return self.string_from_latin1(text.as_bytes());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_from_units(&units)
    }
    /// String of the builder's content.
    pub fn build(&mut self, builder: StringBuilder) -> StringId {
        if !builder.is_wide {
            return self.string_from_latin1_vec(builder.narrow);
        }
        if builder.wide.iter().all(|&u| u < 256) {
            return self.string_from_units(&builder.wide);
        }
        self.alloc_wide(builder.wide.into_boxed_slice())
    }
    /// String of part of another view's units.
    pub fn substring(&mut self, id: StringId, start: usize, end: usize) -> StringId {
        self.flatten(id);
        let len = self.string_len(id);
        let end = end.min(len);
        let start = start.min(end);
        if start == 0 && end == len {
            return id;
        }
        match self.view_flat(id).slice(start, end) {
            StrView::Latin1([]) | StrView::Utf16([]) => self.empty_string(),
            StrView::Latin1([one]) => self.unit_string(*one),
            StrView::Latin1(b) => {
                if b.len() <= INLINE_MAX {
                    let mut inline = [0u8; INLINE_MAX];
                    inline[..b.len()].copy_from_slice(b);
                    let repr = Repr::Inline { len: b.len() as u8, bytes: inline };
                    self.bytes += size_of::<StringCell>();
                    return self.alloc_string(Self::cell(repr, end - start, true));
                }
                let owned = b.to_vec();
                self.string_from_latin1_vec(owned)
            }
            StrView::Utf16(u) => {
                let owned = u.to_vec();
                self.string_from_units(&owned)
            }
        }
    }
    #[inline(always)]
    pub fn string_len(&self, id: StringId) -> usize {
        self.strings[id.index()].len as usize
    }
    /// `a + b`; long results become ropes.
    #[inline]
    pub fn concat(&mut self, a: StringId, b: StringId) -> Result<StringId, TooLong> {
        let (ca, cb) = (&self.strings[a.index()], &self.strings[b.index()]);
        if ca.len == 0 {
            return Ok(b);
        }
        if cb.len == 0 {
            return Ok(a);
        }
        let len = ca.len + cb.len;
        if len > MAX_STRING_LENGTH {
            return Err(TooLong);
        }
        let latin1 = ca.latin1 && cb.latin1;
        if len < ROPE_MIN {
            return Ok(self.concat_flat(a, b, len as usize, latin1));
        }
        self.bytes += size_of::<StringCell>();
        let cell = StringCell {
            repr: Repr::Rope { left: a, right: b },
            len,
            hash: 0,
            interned: false,
            latin1,
            mark: false,
        };
        Ok(self.alloc_string(cell))
    }
    fn concat_flat(&mut self, a: StringId, b: StringId, len: usize, latin1: bool) -> StringId {
        self.flatten(a);
        self.flatten(b);
        if latin1 && len <= INLINE_MAX {
            let mut bytes = [0u8; INLINE_MAX];
            if let (StrView::Latin1(x), StrView::Latin1(y)) = (self.view_flat(a), self.view_flat(b))
            {
                bytes[..x.len()].copy_from_slice(x);
                bytes[x.len()..len].copy_from_slice(y);
            }
            self.bytes += size_of::<StringCell>();
            return self.alloc_string(Self::cell(
                Repr::Inline { len: len as u8, bytes },
                len,
                true,
            ));
        }
        let mut builder = StringBuilder::with_capacity(len);
        builder.push_view(&self.view_flat(a));
        builder.push_view(&self.view_flat(b));
        self.build(builder)
    }
    #[inline(always)]
    pub fn is_flat(&self, id: StringId) -> bool {
        !matches!(self.strings[id.index()].repr, Repr::Rope { .. })
    }
    /// Turns a rope into a flat string, iteratively.
    #[inline]
    pub fn flatten(&mut self, id: StringId) {
        if !self.is_flat(id) {
            self.flatten_rope(id);
        }
    }
    fn flatten_rope(&mut self, id: StringId) {
        let cell = &self.strings[id.index()];
        let len = cell.len as usize;
        if cell.latin1 {
            self.bytes += len;
            // Written from the end: ropes of `s += x` are deep on the left.
            let mut out = vec![0u8; len];
            let mut end = len;
            let mut stack = vec![id];
            while let Some(at) = stack.pop() {
                match &self.strings[at.index()].repr {
                    Repr::Rope { left, right } => {
                        stack.push(*left);
                        stack.push(*right);
                    }
                    _ => {
                        if let StrView::Latin1(b) = self.view_flat(at) {
                            if let Some(target) = out.get_mut(end - b.len()..end) {
                                target.copy_from_slice(b);
                            }
                            end -= b.len();
                        }
                    }
                }
            }
            self.strings[id.index()].repr = Repr::Latin1(out.into_boxed_slice());
        } else {
            self.bytes += len * 2;
            let mut out = vec![0u16; len];
            let mut end = len;
            let mut stack = vec![id];
            while let Some(at) = stack.pop() {
                match &self.strings[at.index()].repr {
                    Repr::Rope { left, right } => {
                        stack.push(*left);
                        stack.push(*right);
                    }
                    _ => {
                        let view = self.view_flat(at);
                        let n = view.len();
                        if let Some(target) = out.get_mut(end - n..end) {
                            for (t, u) in target.iter_mut().zip(view.iter()) {
                                *t = u;
                            }
                        }
                        end -= n;
                    }
                }
            }
            self.strings[id.index()].repr = Repr::Utf16(out.into_boxed_slice());
        }
    }
    /// Units of a string (flattens it).
    #[inline]
    pub fn view(&mut self, id: StringId) -> StrView<'_> {
        self.flatten(id);
        self.view_flat(id)
    }
    /// Units of a string that is flat already; a rope reads as empty.
    #[inline]
    pub fn view_flat(&self, id: StringId) -> StrView<'_> {
        match &self.strings[id.index()].repr {
            Repr::Inline { len, bytes } => {
                StrView::Latin1(bytes.get(..*len as usize).unwrap_or(&[]))
            }
            Repr::Latin1(b) => StrView::Latin1(b),
            Repr::Utf16(u) => StrView::Utf16(u),
            Repr::Rope { .. } | Repr::Free => StrView::Latin1(&[]),
        }
    }
    /// UTF-8 text of a string; lone surrogates become U+FFFD.
    pub fn text(&mut self, id: StringId) -> String {
        self.view(id).to_text()
    }
    /// Same text?
    #[inline]
    pub fn strings_equal(&mut self, a: StringId, b: StringId) -> bool {
        if a == b {
            return true;
        }
        let (ca, cb) = (&self.strings[a.index()], &self.strings[b.index()]);
        if ca.len != cb.len || (ca.interned && cb.interned) || ca.latin1 != cb.latin1 {
            // Flat wide strings always hold a wide unit; ropes may be conservatively wide.
            if ca.len != cb.len || (ca.interned && cb.interned) {
                return false;
            }
        }
        self.flatten(a);
        self.flatten(b);
        self.view_flat(a).equals(&self.view_flat(b))
    }
    /// Order by UTF-16 units.
    pub fn compare_strings(&mut self, a: StringId, b: StringId) -> std::cmp::Ordering {
        self.flatten(a);
        self.flatten(b);
        self.view_flat(a).compare(&self.view_flat(b))
    }
}
