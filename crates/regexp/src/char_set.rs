//! Sets of code points: sorted ranges while compiling, a Latin-1 table plus ranges while matching.

/// A set as sorted, non-adjacent, inclusive ranges.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct CodePointSet {
    ranges: Vec<(u32, u32)>,
}

pub(crate) const MAX_CODE_POINT: u32 = 0x10_FFFF;

impl CodePointSet {
    pub(crate) fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut set = CodePointSet { ranges: ranges.into_iter().collect() };
        set.normalize();
        set
    }

    pub(crate) fn all() -> Self {
        CodePointSet { ranges: vec![(0, MAX_CODE_POINT)] }
    }

    pub(crate) fn single(code_point: u32) -> Self {
        CodePointSet { ranges: vec![(code_point, code_point)] }
    }

    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Adds ranges and sorts again.
    pub(crate) fn extend(&mut self, ranges: impl IntoIterator<Item = (u32, u32)>) {
        self.ranges.extend(ranges);
        self.normalize();
    }

    pub(crate) fn union(&mut self, other: &CodePointSet) {
        if self.ranges.is_empty() {
            self.ranges.clone_from(&other.ranges);
        } else if !other.ranges.is_empty() {
            self.extend(other.ranges.iter().copied());
        }
    }

    pub(crate) fn complement(&self) -> CodePointSet {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.ranges {
            if low > next {
                ranges.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= MAX_CODE_POINT {
            ranges.push((next, MAX_CODE_POINT));
        }
        CodePointSet { ranges }
    }

    pub(crate) fn intersection(&self, other: &CodePointSet) -> CodePointSet {
        let mut ranges = Vec::new();
        let (mut left, mut right) = (self.ranges.iter(), other.ranges.iter());
        let (mut a, mut b) = (left.next(), right.next());
        while let (Some(x), Some(y)) = (a, b) {
            let (low, high) = (x.0.max(y.0), x.1.min(y.1));
            if low <= high {
                ranges.push((low, high));
            }
            if x.1 < y.1 {
                a = left.next();
            } else {
                b = right.next();
            }
        }
        CodePointSet { ranges }
    }

    pub(crate) fn difference(&self, other: &CodePointSet) -> CodePointSet {
        self.intersection(&other.complement())
    }

    pub(crate) fn is_disjoint(&self, other: &CodePointSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// The code units a member can start with, when the subject is read as UTF-16.
    pub(crate) fn leading_units(&self) -> CodePointSet {
        let bmp = CodePointSet { ranges: vec![(0, 0xFFFF)] };
        let mut units = self.intersection(&bmp);
        if let Some(&(_, high)) = self.ranges.last() {
            if high > 0xFFFF {
                units.extend([(0xD800, 0xDBFF)]);
            }
        }
        units
    }

    /// Whether every member is one code unit that no surrogate pair contains.
    pub(crate) fn is_plain_bmp(&self) -> bool {
        let outside = CodePointSet { ranges: vec![(0xD800, 0xDFFF), (0x10000, MAX_CODE_POINT)] };
        self.is_disjoint(&outside)
    }

    fn normalize(&mut self) {
        self.ranges.sort_unstable();
        let mut merged = 0;
        for index in 0..self.ranges.len() {
            let (low, high) = self.ranges[index];
            if merged > 0 && low <= self.ranges[merged - 1].1.saturating_add(1) {
                let last = &mut self.ranges[merged - 1];
                last.1 = last.1.max(high);
            } else {
                self.ranges[merged] = (low, high);
                merged += 1;
            }
        }
        self.ranges.truncate(merged);
    }
}

/// A set ready for matching.
#[derive(Debug)]
pub(crate) struct CharSet {
    latin1: [bool; 256],
    high: High,
    /// The Latin-1 members, when there are at most three.
    present: Option<Box<[u8]>>,
    /// The Latin-1 non-members, when there are at most three.
    absent: Option<Box<[u8]>>,
}

#[derive(Debug)]
enum High {
    None,
    All,
    Ranges(Box<[(u32, u32)]>),
}

impl CharSet {
    pub(crate) fn new(set: &CodePointSet) -> Self {
        let mut latin1 = [false; 256];
        for &(low, high) in set.ranges() {
            for code_point in low..=high.min(255) {
                if let Some(slot) = latin1.get_mut(code_point as usize) {
                    *slot = true;
                }
            }
        }
        let ranges: Box<[(u32, u32)]> = set
            .ranges()
            .iter()
            .filter(|range| range.1 > 255)
            .map(|&(low, high)| (low.max(256), high))
            .collect();
        let high = match *ranges {
            [] => High::None,
            [(256, MAX_CODE_POINT)] => High::All,
            _ => High::Ranges(ranges),
        };
        let few = |wanted: bool| {
            let units: Box<[u8]> =
                (0..=255u8).filter(|&unit| latin1[usize::from(unit)] == wanted).collect();
            (units.len() <= 3).then_some(units)
        };
        CharSet { present: few(true), absent: few(false), latin1, high }
    }

    #[inline(always)]
    pub(crate) fn contains_latin1(&self, unit: u8) -> bool {
        self.latin1[usize::from(unit)]
    }

    #[inline(always)]
    pub(crate) fn contains(&self, code_point: u32) -> bool {
        match self.latin1.get(code_point as usize) {
            Some(&member) => member,
            None => match &self.high {
                High::None => false,
                High::All => true,
                High::Ranges(ranges) => contains(ranges, code_point),
            },
        }
    }

    pub(crate) fn present_latin1(&self) -> Option<&[u8]> {
        self.present.as_deref()
    }

    pub(crate) fn absent_latin1(&self) -> Option<&[u8]> {
        self.absent.as_deref()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let high = match &self.high {
            High::Ranges(ranges) => size_of_val::<[(u32, u32)]>(ranges),
            High::None | High::All => 0,
        };
        size_of::<CharSet>() + high
    }
}

fn contains(ranges: &[(u32, u32)], code_point: u32) -> bool {
    if ranges.len() <= 4 {
        return ranges.iter().any(|&(low, high)| low <= code_point && code_point <= high);
    }
    let after = ranges.partition_point(|range| range.0 <= code_point);
    after
        .checked_sub(1)
        .and_then(|index| ranges.get(index))
        .is_some_and(|range| code_point <= range.1)
}
