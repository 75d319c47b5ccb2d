//! Durations, which the Node that makes the golden files does not format.

use codemode_intl::*;

fn check(style: DurationStyle, values: [f64; 10], expected: &str) {
    let default = LanguageTag::parse("en-US").expect("tag");
    let options = DurationFormatOptions { style, ..DurationFormatOptions::default() };
    let format = DurationFormat::new(&resolve(&[], &default), &options).expect("format");
    assert_eq!(format.format(&values).expect("text"), expected);
}

const ALL: [f64; 10] = [1.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];

#[test]
fn styles() {
    check(
        DurationStyle::Short,
        ALL,
        "1 yr, 2 mths, 3 wks, 3 days, 4 hr, 5 min, 6 sec, 7 ms, 8 μs, 9 ns",
    );
    check(DurationStyle::Digital, ALL, "1 yr, 2 mths, 3 wks, 3 days, 4:05:06.007008009");
    check(
        DurationStyle::Long,
        ALL,
        "1 year, 2 months, 3 weeks, 3 days, 4 hours, 5 minutes, 6 seconds, 7 milliseconds, 8 microseconds, 9 nanoseconds",
    );
    check(DurationStyle::Narrow, ALL, "1y 2m 3w 3d 4h 5m 6s 7ms 8μs 9ns");
}

#[test]
fn signs_and_zeros() {
    check(DurationStyle::Digital, [0.0, 0.0, 0.0, 0.0, 0.0, -1.0, -2.0, 0.0, 0.0, 0.0], "-0:01:02");
    check(
        DurationStyle::Short,
        ALL.map(|v| -v),
        "-1 yr, 2 mths, 3 wks, 3 days, 4 hr, 5 min, 6 sec, 7 ms, 8 μs, 9 ns",
    );
    check(DurationStyle::Digital, [0.0; 10], "0:00:00");
    check(DurationStyle::Short, [0.0; 10], "");
}

#[test]
fn parts_carry_units() {
    let default = LanguageTag::parse("en-US").expect("tag");
    let options =
        DurationFormatOptions { style: DurationStyle::Digital, ..DurationFormatOptions::default() };
    let format = DurationFormat::new(&resolve(&[], &default), &options).expect("format");
    let parts =
        format.format_to_parts(&[0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0]).expect("parts");
    let shown: Vec<_> = parts
        .iter()
        .map(|p| (p.part.kind, &*p.part.value, p.unit.map(DurationUnit::singular)))
        .collect();
    let expected = [
        ("integer", "1", Some("hour")),
        ("literal", ":", None),
        ("integer", "02", Some("minute")),
        ("literal", ":", None),
        ("integer", "03", Some("second")),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn styles_that_do_not_go_together() {
    let default = LanguageTag::parse("en-US").expect("tag");
    let mut options = DurationFormatOptions::default();
    options.units[4].0 = Some(DurationUnitStyle::Numeric);
    options.units[5].0 = Some(DurationUnitStyle::Long);
    let error = DurationFormat::new(&resolve(&[], &default), &options).expect_err("error");
    assert_eq!(error.kind, ErrorKind::Range);
}
