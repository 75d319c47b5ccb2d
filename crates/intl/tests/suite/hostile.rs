//! Odd input ends in a value or an error, and in bounded text.

use codemode_intl::*;

/// A fixed sequence of numbers.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.next(list.len())].clone()
    }
}

fn english() -> LanguageTag {
    LanguageTag::parse("en-US").expect("tag")
}

const NUMBERS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    9.995,
    999.9999,
    999_999.5,
    1e15,
    9.99e21,
    1.7976931348623157e308,
    5e-324,
    -1e300,
    123_456_789.123,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.5,
];

#[test]
fn tags_of_odd_pieces() {
    const PIECES: [&str; 30] = [
        "en",
        "u",
        "t",
        "x",
        "a",
        "0",
        "-",
        "",
        "Latn",
        "US",
        "001",
        "ca",
        "gregory",
        "nu",
        "rg",
        "uszzzz",
        "1996",
        "m0",
        "und",
        "é",
        "_",
        "abcdefghi",
        "sh",
        "hepburn",
        "heploc",
        "tz",
        "kn",
        "true",
        "zz",
        "SU",
    ];
    let mut s = Sequence(1);
    for _ in 0..20_000 {
        let count = s.next(7) + 1;
        let tag: Vec<&str> = (0..count).map(|_| s.pick(&PIECES)).collect();
        let tag = tag.join("-");
        if let Ok(parsed) = LanguageTag::parse(&tag) {
            let text = parsed.to_string();
            assert_eq!(canonicalize(&text).as_deref(), Ok(text.as_str()), "{tag}");
            let (mut max, mut min) = (parsed.clone(), parsed.clone());
            max.maximize();
            min.minimize();
            let info = LocaleInfo::new(&parsed);
            assert!(info.week().weekend.len() < 8);
            resolve(&[parsed], &english());
        }
    }
    assert!(LanguageTag::parse(&"en-".repeat(5000)).is_err());
}

#[test]
fn numbers_at_the_edges() {
    let mut s = Sequence(2);
    let locales: Vec<&str> = available_locales().collect();
    for _ in 0..3000 {
        let locale = resolve(&[LanguageTag::parse(s.pick(&locales)).expect("offered")], &english());
        let options = NumberFormatOptions {
            style: s.pick(NumberStyle::ALL),
            currency: Some(s.pick(&["USD", "JPY", "XXX", "zzz"]).to_owned()),
            currency_display: s.pick(CurrencyDisplay::ALL),
            unit: Some(s.pick(&["percent", "mile-per-gallon", "year", "acre-per-bit"]).to_owned()),
            unit_display: s.pick(UnitDisplay::ALL),
            notation: s.pick(Notation::ALL),
            compact_display: s.pick(CompactDisplay::ALL),
            sign_display: s.pick(SignDisplay::ALL),
            use_grouping: s.pick(&[None, Some(UseGrouping::Always), Some(UseGrouping::Never)]),
            numbering_system: s.pick(&[
                None,
                Some("hanidec".to_owned()),
                Some("adlm".to_owned()),
                Some("roman".to_owned()),
            ]),
            digits: DigitOptions {
                minimum_integer_digits: s.pick(&[None, Some(21.0), Some(0.0)]),
                minimum_fraction_digits: s.pick(&[None, Some(0.0), Some(100.0), Some(-1.0)]),
                maximum_fraction_digits: s.pick(&[None, Some(0.0), Some(100.0), Some(f64::NAN)]),
                maximum_significant_digits: s.pick(&[None, Some(1.0), Some(21.0)]),
                rounding_increment: s.pick(&[None, None, Some(5000.0), Some(3.0)]),
                rounding_mode: Some(s.pick(RoundingMode::ALL)),
                rounding_priority: s.pick(&[
                    None,
                    Some(RoundingPriority::MorePrecision),
                    Some(RoundingPriority::LessPrecision),
                ]),
                ..DigitOptions::default()
            },
            ..NumberFormatOptions::default()
        };
        let Ok(format) = NumberFormat::new(&locale, &options) else { continue };
        let (a, b) = (Number::from(s.pick(&NUMBERS)), Number::from(s.pick(&NUMBERS)));
        assert!(format.format(&a).len() < 3000);
        let _ = format.format_range(&a, &b);
    }
    let locale = resolve(&[], &english());
    let plain = NumberFormat::new(&locale, &NumberFormatOptions::default()).expect("format");
    assert_eq!(plain.format(&Number::from_text("1e999999999999999999999").expect("number")), "∞");
    assert_eq!(plain.format(&Number::from_text("-1e-99999").expect("number")), "-0");
    assert_eq!(
        plain.format(&Number::from_text(&"9".repeat(100_000)).expect("number")).len(),
        133_333
    );
    for text in ["", "-", ".", "1e", "1x", "0x10", "--1", "1.2.3", "e5", "Infinit"] {
        assert_eq!(Number::from_text(text), None, "{text}");
    }
}

#[test]
fn dates_at_the_edges() {
    let mut s = Sequence(3);
    let locales: Vec<&str> = available_locales().collect();
    let instants = [
        0.0,
        -8.64e15,
        8.64e15,
        8.64e15 + 1.0,
        f64::NAN,
        f64::INFINITY,
        -62_198_755_200_000.0,
        253_402_300_800_000.0,
        1.5,
        -0.5,
        1e12,
    ];
    for _ in 0..3000 {
        let locale = resolve(&[LanguageTag::parse(s.pick(&locales)).expect("offered")], &english());
        let styles = s.next(3) == 0;
        let field = |s: &mut Sequence| {
            s.pick(&[None, Some(NumericStyle::Numeric), Some(NumericStyle::TwoDigit)])
        };
        let word = |s: &mut Sequence| {
            s.pick(&[None, Some(TextStyle::Long), Some(TextStyle::Short), Some(TextStyle::Narrow)])
        };
        let mut options = DateTimeFormatOptions {
            calendar: s.pick(&[
                None,
                Some("japanese".to_owned()),
                Some("persian".to_owned()),
                Some("roc".to_owned()),
                Some("hebrew".to_owned()),
            ]),
            time_zone: s.pick(&[
                None,
                Some("+23:59".to_owned()),
                Some("America/St_Johns".to_owned()),
                Some("Asia/Gaza".to_owned()),
                Some("Etc/GMT-14".to_owned()),
            ]),
            hour12: s.pick(&[None, Some(true), Some(false)]),
            hour_cycle: s.pick(&[None, Some(HourCycle::H11), Some(HourCycle::H24)]),
            ..DateTimeFormatOptions::default()
        };
        if styles {
            options.date_style = s.pick(&[None, Some(DateStyle::Full), Some(DateStyle::Short)]);
            options.time_style = s.pick(&[None, Some(DateStyle::Full), Some(DateStyle::Medium)]);
        } else {
            (options.weekday, options.era, options.day_period) =
                (word(&mut s), word(&mut s), word(&mut s));
            (options.year, options.day, options.hour) =
                (field(&mut s), field(&mut s), field(&mut s));
            (options.minute, options.second) = (field(&mut s), field(&mut s));
            options.month = s.pick(&[None, Some(Month::Long), Some(Month::Numeric)]);
            options.fractional_second_digits = s.pick(&[None, Some(0), Some(1), Some(3), Some(9)]);
            options.time_zone_name = s.pick(&[
                None,
                Some(TimeZoneNameStyle::LongGeneric),
                Some(TimeZoneNameStyle::ShortOffset),
                Some(TimeZoneNameStyle::Long),
            ]);
        }
        let Ok(format) = DateTimeFormat::new(&locale, &options, &Zone::utc()) else { continue };
        let (a, b) = (s.pick(&instants), s.pick(&instants));
        if let Ok(text) = format.format(a) {
            assert!(text.len() < 1000);
        }
        let _ = format.format_range(a, b);
    }
}

#[test]
fn zones_of_every_name() {
    for name in supported_values_of(SupportedKey::TimeZone) {
        let zone = Zone::find(&name.to_lowercase()).expect("zone");
        assert_eq!(zone.name(), name);
        for ms in [
            i64::MIN,
            -8_640_000_000_000_000,
            -1,
            0,
            1_700_000_000_000,
            8_640_000_000_000_000,
            i64::MAX,
        ] {
            assert!(offset_ms(&zone, ms, false).abs() <= 26 * 3_600_000);
            assert!(offset_ms(&zone, ms, true).abs() <= 26 * 3_600_000);
        }
    }
    for name in
        ["", "+", "+1", "+24:00", "+00:60", "-00:00x", "Mars/Base", "UTC ", "+00:00:00", "é"]
    {
        assert!(Zone::find(name).is_none(), "{name}");
    }
    assert_eq!(canonical_zone_name("-00:00").as_deref(), Some("+00:00"));
    assert_eq!(canonical_zone_name("+0530").as_deref(), Some("+05:30"));
    assert_eq!(canonical_zone_name("asia/calcutta").as_deref(), Some("Asia/Calcutta"));
}

#[test]
fn local_times_in_gaps_and_folds() {
    let zone = Zone::find("America/New_York").expect("zone");
    let hour = 3_600_000;
    // 2026-03-08 02:30 does not exist; 2026-11-01 01:30 comes twice.
    assert_eq!(offset_ms(&zone, 1_772_937_000_000, true), -5 * hour);
    assert_eq!(offset_ms(&zone, 1_793_496_600_000, true), -4 * hour);
    assert_eq!(offset_ms(&zone, 1_700_000_000_000, false), -5 * hour);
    assert_eq!(offset_ms(&zone, 1_690_000_000_000, false), -4 * hour);
}

#[test]
fn texts_of_lone_surrogates() {
    let locale = resolve(&[], &english());
    let units = [0xD800u16, 0x61, 0xDC00, 0x20, 0xD83D, 0xDC4D];
    for granularity in Granularity::ALL {
        let segmenter = Segmenter::new(&locale, *granularity);
        let ends: Vec<usize> = segmenter.segments(&units).map(|s| s.end).collect();
        assert_eq!(ends.last(), Some(&units.len()));
        assert_eq!(segmenter.containing(&units, 6), None);
        assert_eq!(segmenter.segments(&[]).count(), 0);
    }
    let collator = Collator::new(&locale, &CollatorOptions::default()).expect("collator");
    assert_eq!(collator.compare(&units, &units), std::cmp::Ordering::Equal);
    let list = ListFormat::new(
        &resolve(&[LanguageTag::parse("es").expect("tag")], &english()),
        ListType::Conjunction,
        TextStyle::Long,
    );
    assert_eq!(list.format_to_parts(&[&units, &units]).len(), 3);
}
