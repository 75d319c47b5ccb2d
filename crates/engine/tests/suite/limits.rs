//! Options: limits, names, semantics.

use codemode_engine::limits::{ErrorClass, recommended};
use codemode_engine::settings::Settings;
use codemode_protocol::LIMITS;

#[track_caller]
fn refused(config: &str, class: ErrorClass, message: &str) {
    let error = Settings::from_json(config).unwrap_err();
    assert_eq!((error.class, error.message.as_str()), (class, message));
}

#[test]
fn bad_limits_are_range_errors_that_name_the_field() {
    for (name, least) in
        [("timeoutMs", 1), ("maxToolCalls", 0), ("maxOutputBytes", 0), ("graceMs", 0)]
    {
        let message = format!("{name} must be a safe integer greater than or equal to {least}.");
        for bad in ["-1", "1.5", "\"5\"", "null", "1e300", "{\"bad\":\"NaN\"}"] {
            refused(&format!("{{\"limits\":{{\"{name}\":{bad}}}}}"), ErrorClass::Range, &message);
        }
    }
    refused(
        r#"{"limits":{"memoryBytes":0,"timeoutMs":0}}"#,
        ErrorClass::Range,
        "timeoutMs must be a safe integer greater than or equal to 1.",
    );
    let zero = Settings::from_json(r#"{"limits":{"maxToolCalls":0,"maxOutputBytes":0}}"#).unwrap();
    assert_eq!(zero.limits.max_tool_calls, Some(0));
}

#[test]
fn infinity_lifts_a_limit_and_lenience_keeps_the_preset() {
    let text = r#"{"preset":"orchestrator","limits":{"timeoutMs":"Infinity"}}"#;
    assert_eq!(Settings::from_json(text).unwrap().limits.timeout_ms, None);
    let text = r#"{"preset":"orchestrator","lenient":true,"limits":{"timeoutMs":-1,"maxToolCalls":1.5,"other":1}}"#;
    let limits = Settings::from_json(text).unwrap().limits;
    assert_eq!((limits.timeout_ms, limits.max_tool_calls), (Some(600_000), Some(200)));
}

#[test]
fn unknown_options_are_type_errors() {
    let known: Vec<&str> = LIMITS.iter().map(|row| row.name).collect();
    let message = format!("Unknown limit 'timeout'. Limits are: {}.", known.join(", "));
    refused(r#"{"limits":{"timeout":1}}"#, ErrorClass::Type, &message);
    assert_eq!(
        Settings::from_json(r#"{"semantics":{"sleep":1}}"#).unwrap_err().class,
        ErrorClass::Type
    );
}

#[test]
fn names_are_checked_after_limits() {
    let names = [
        (r#"{"tools":[{"name":""}]}"#, "Name cannot be empty."),
        (r#"{"tools":[{"name":"a.b"}]}"#, "Name 'a.b' cannot contain '.'."),
        (r#"{"tools":[{"name":"ping"},{"name":"ping"}]}"#, "Duplicate tool path 'ping'."),
        (
            r#"{"tools":[{"name":"home","tools":[{"name":"box"},{"name":"box","tools":[]}]}]}"#,
            "Duplicate tool path 'home.box'.",
        ),
    ];
    for (config, message) in names {
        refused(config, ErrorClass::Type, message);
    }
    let both = r#"{"limits":{"timeoutMs":0},"tools":[{"name":""}]}"#;
    assert_eq!(Settings::from_json(both).unwrap_err().class, ErrorClass::Range);
}

#[test]
fn any_other_name_is_a_name() {
    let config = r#"{"tools":[{"name":"__proto__"},{"name":"with space"},{"name":"n","tools":[{"name":"n"},{"name":"empty","tools":[]}]},{"name":"a.b","dots":true}]}"#;
    let settings = Settings::from_json(config).unwrap();
    let names: Vec<&str> = settings.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["__proto__", "with space", "n.n", "a.b"]);
    assert_eq!(settings.names.namespaces, [["n".to_owned(), "empty".to_owned()]]);
}

#[test]
fn every_recommended_limit_is_set() {
    let limits = recommended();
    assert_eq!(LIMITS.iter().filter(|row| limits.get(row.name) == Some(None)).count(), 0);
}
