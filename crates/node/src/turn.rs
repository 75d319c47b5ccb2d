//! Turns as JSON text, in the encoding that `ts/native.ts` states.

use codemode_engine::events::{Event, What};
use codemode_engine::json::push_string;
use codemode_engine::result::RunResult;
use codemode_engine::session::{State, Turn};
use codemode_engine::settings::Settings;
use codemode_protocol::{LogLevel, Payload};
use std::fmt::Write;

/// The text, and inputs that are fetched one by one because they are large or not text.
pub(crate) struct Encoded {
    pub(crate) text: String,
    pub(crate) aside: Vec<(u32, Payload)>,
}

/// Strings from this length on are fetched raw, which is cheaper than escaping and parsing them.
const LONG_TEXT: usize = 4_096;

const NONE: u8 = 0;
const INLINE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const RAW: u8 = 4;

/// Writes a turn; `busy` says that the program goes on on another thread.
pub(crate) fn encode(turn: Turn, busy: bool, settings: &Settings) -> Encoded {
    let state = match turn.state {
        State::Done => "done",
        State::Describe => "describe",
        _ if turn.abort_tools || turn.state == State::Cleanup => "cleanup",
        _ if busy => "busy",
        _ => "wait",
    };
    let mut out = String::with_capacity(128);
    let mut aside = Vec::new();
    let _ = write!(out, "{{\"t\":\"{state}\"");
    if !turn.events.is_empty() {
        list(&mut out, "events", turn.events, push_event);
    }
    if let Some(result) = turn.result {
        if !turn.interrupted.is_empty() {
            list(&mut out, "interrupted", &turn.interrupted, |out, id| {
                let _ = write!(out, "{id}");
            });
        }
        if turn.reject {
            out.push_str(",\"reject\":true");
        }
        out.push_str(",\"result\":");
        out.push_str(&result.to_json(settings.failure_class));
        out.push('}');
        return Encoded { text: out, aside };
    }
    let raw = |tool: u32| settings.tools.get(tool as usize).is_some_and(|tool| tool.raw_input);
    if !turn.offers.is_empty() {
        list(&mut out, "offer", turn.offers, |out, offer| {
            let _ = write!(out, "[{},{},", offer.id, offer.tool);
            push_input(out, &mut aside, offer.id, Some(offer.input), raw(offer.tool));
            out.push(']');
        });
    }
    if !turn.starts.is_empty() {
        list(&mut out, "start", turn.starts, |out, start| {
            let _ = write!(out, "[{},{},{},", start.id, start.tool, start.index);
            push_input(out, &mut aside, start.id, start.input, raw(start.tool));
            out.push(']');
        });
    }
    if let Some(wake) = turn.wake_ms {
        let _ = write!(out, ",\"wake\":{wake}");
    }
    out.push('}');
    Encoded { text: out, aside }
}

/// The turn of a run that ended before it began.
pub(crate) fn result_turn(result: &RunResult, settings: &Settings) -> Encoded {
    let result = result.to_json(settings.failure_class);
    Encoded { text: format!("{{\"t\":\"done\",\"result\":{result}}}"), aside: Vec::new() }
}

fn list<T>(
    out: &mut String,
    name: &str,
    items: impl IntoIterator<Item = T>,
    mut push: impl FnMut(&mut String, T),
) {
    let _ = write!(out, ",\"{name}\":[");
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, item);
    }
    out.push(']');
}

fn push_input(
    out: &mut String,
    aside: &mut Vec<(u32, Payload)>,
    id: u32,
    input: Option<Payload>,
    raw: bool,
) {
    let _ = match input {
        None => write!(out, "{NONE}"),
        Some(Payload::Bytes(bytes)) => {
            aside.push((id, Payload::Bytes(bytes)));
            write!(out, "{BYTES}")
        }
        Some(Payload::Undefined) if raw => write!(out, "{RAW},\"{{}}\""),
        Some(Payload::Undefined) => write!(out, "{NONE}"),
        Some(Payload::Json(text)) if raw => {
            let _ = write!(out, "{RAW},");
            push_string(out, &text);
            Ok(())
        }
        Some(Payload::Text(text)) if raw => {
            let mut json = String::new();
            push_string(&mut json, &text);
            let _ = write!(out, "{RAW},");
            push_string(out, &json);
            Ok(())
        }
        Some(Payload::Json(text)) => write!(out, "{INLINE},{text}"),
        Some(Payload::Text(text)) if text.len() >= LONG_TEXT => {
            aside.push((id, Payload::Text(text)));
            write!(out, "{TEXT}")
        }
        Some(Payload::Text(text)) => {
            let _ = write!(out, "{INLINE},");
            push_string(out, &text);
            Ok(())
        }
    };
}

fn push_event(out: &mut String, event: Event) {
    let _ = write!(out, "{{\"seq\":{},", event.seq);
    let _ = match event.what {
        What::Queued { id, tool, index } => {
            write!(out, "\"type\":\"queued\",\"id\":{id},\"tool\":{tool},\"index\":{index}")
        }
        What::Started { id, tool, index, queued_ms } => write!(
            out,
            "\"type\":\"started\",\"id\":{id},\"tool\":{tool},\"index\":{index},\"queuedMs\":{queued_ms}"
        ),
        What::Ended { id, tool, index, duration_ms, end, result_bytes, message } => {
            let _ = write!(
                out,
                "\"type\":\"ended\",\"id\":{id},\"tool\":{tool},\"index\":{index},\"durationMs\":{duration_ms},\
                 \"outcome\":\"{}\",\"resultBytes\":{result_bytes}",
                end.name()
            );
            push_message(out, message);
            Ok(())
        }
        What::Search { index, input, duration_ms, error } => {
            let _ = write!(out, "\"type\":\"search\",\"index\":{index},\"input\":");
            let input = codemode_engine::json::payload_text(input);
            out.push_str(input.as_deref().unwrap_or("null"));
            let outcome = if error.is_some() { "failure" } else { "success" };
            let _ = write!(out, ",\"durationMs\":{duration_ms},\"outcome\":\"{outcome}\"");
            push_message(out, error);
            Ok(())
        }
        What::Log { level, text } => {
            let level = match level {
                LogLevel::Log => "log",
                LogLevel::Info => "info",
                LogLevel::Debug => "debug",
                LogLevel::Warn => "warn",
                LogLevel::Error => "error",
            };
            let _ = write!(out, "\"type\":\"log\",\"level\":\"{level}\",\"text\":");
            push_string(out, &text);
            Ok(())
        }
    };
    out.push('}');
}

fn push_message(out: &mut String, message: Option<String>) {
    if let Some(message) = message {
        out.push_str(",\"message\":");
        push_string(out, &message);
    }
}
