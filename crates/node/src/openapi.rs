//! API descriptions: documents in, plans and schemas out; see `ts/openapi.ts` for who sends what.
//!
//! The schemas of generated tools never cross as text: a runtime that describes its tools names
//! them by numbers, and the catalog reads the shared definitions where they are.

use codemode_catalog::SchemaSource;
use codemode_engine::engine::{Descriptions, GivenSchema};
use codemode_openapi::{Api, Direction, Document, Options, ReadLimits, Source};
use napi::bindgen_prelude::{Buffer, Either};
use napi::{Error, Result, Status};
use napi_derive::napi;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// A converted API and its definitions as the catalog reads them.
struct Held {
    api: Arc<Api>,
    inputs: Arc<codemode_catalog::Document>,
    outputs: Arc<codemode_catalog::Document>,
}

impl Held {
    fn new(api: Api) -> Self {
        let api = Arc::new(api);
        let over = |direction| {
            let api = Arc::clone(&api);
            Arc::new(codemode_catalog::Document::over(Side { api, direction }))
        };
        Held { inputs: over(Direction::Request), outputs: over(Direction::Response), api }
    }
}

/// Definitions of one direction.
struct Side {
    api: Arc<Api>,
    direction: Direction,
}

impl codemode_catalog::Definitions for Side {
    fn get(&self, name: &str) -> Option<&serde_json::Value> {
        self.api.definition(self.direction, name)
    }
}

/// The schema of one tool in one direction.
struct Part {
    held: Arc<Held>,
    tool: usize,
    direction: Direction,
}

impl codemode_catalog::HeldSchema for Part {
    fn schema(&self) -> Arc<serde_json::Value> {
        let api = &self.held.api;
        let schema = match self.direction {
            Direction::Request => api.input_reference(self.tool),
            Direction::Response => api.output_reference(self.tool),
        };
        Arc::new(schema.unwrap_or_default())
    }

    fn document(&self) -> Arc<codemode_catalog::Document> {
        Arc::clone(match self.direction {
            Direction::Request => &self.held.inputs,
            Direction::Response => &self.held.outputs,
        })
    }

    fn properties(&self, put: &mut dyn FnMut(&str)) {
        for field in self.held.api.fields(self.tool) {
            put(field.name);
            field.description.into_iter().for_each(&mut *put);
        }
    }
}

static HELD: OnceLock<Mutex<HashMap<u32, Weak<Held>>>> = OnceLock::new();
static NEXT: AtomicU32 = AtomicU32::new(1);

fn held(api: u32) -> Option<Arc<Held>> {
    let all = HELD.get()?.lock().unwrap_or_else(PoisonError::into_inner);
    all.get(&api)?.upgrade()
}

/// Puts the schemas of generated tools, which are named by numbers, into descriptions.
pub(crate) fn attach(given: &mut Descriptions) {
    let part = |from: Option<(u32, u32)>, direction| {
        let (api, tool) = from?;
        let part = Part { held: held(api)?, tool: tool as usize, direction };
        Some(GivenSchema(SchemaSource::Held(Arc::new(part))))
    };
    for tool in &mut given.tools {
        if let Some(input) = part(tool.input_of, Direction::Request) {
            tool.input = Some(input);
        }
        if let Some(output) = part(tool.output_of, Direction::Response) {
            tool.output = Some(output);
        }
    }
}

fn wrong(error: impl std::fmt::Display) -> Error {
    Error::new(Status::InvalidArg, error.to_string())
}

fn source(text: &Either<String, Buffer>) -> Source<'_> {
    match text {
        Either::A(text) => Source::Text(text),
        Either::B(bytes) => Source::Bytes(bytes),
    }
}

/// A document being put together.
#[napi]
pub struct NativeDocument {
    document: Option<Document>,
}

#[napi]
impl NativeDocument {
    /// Reads the main document.
    #[napi(constructor)]
    pub fn new(
        main: Either<String, Buffer>,
        address: Option<String>,
        max_bytes: Option<f64>,
    ) -> Result<Self> {
        let mut limits = ReadLimits::default();
        if let Some(bytes) = max_bytes {
            limits.bytes = bytes as usize;
        }
        let document =
            Document::read(source(&main), address.as_deref(), &[], limits).map_err(wrong)?;
        Ok(NativeDocument { document: Some(document) })
    }

    fn open(&mut self) -> Result<&mut Document> {
        self.document.as_mut().ok_or_else(|| wrong("the document has been built already"))
    }

    /// Adds a file under its address.
    #[napi]
    pub fn add(&mut self, address: String, text: Either<String, Buffer>) -> Result<()> {
        self.open()?.add(&address, source(&text)).map_err(wrong)
    }

    /// Addresses that references lead to and that are not here.
    #[napi]
    pub fn missing(&mut self) -> Result<Vec<String>> {
        Ok(self.open()?.missing())
    }

    /// Facts on every operation as JSON text.
    #[napi]
    pub fn operations(&mut self) -> Result<String> {
        serde_json::to_string(&Api::operations(self.open()?)).map_err(wrong)
    }

    /// Converts the document; it cannot be used afterwards.
    #[napi]
    pub fn build(&mut self, options: String) -> Result<NativeApi> {
        let options: Options = serde_json::from_str(&options).map_err(wrong)?;
        self.open()?;
        let document = self.document.take().ok_or_else(|| wrong("the document is gone"))?;
        let held = Arc::new(Held::new(Api::build(Arc::new(document), &options)));
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut all =
            HELD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, held| held.strong_count() > 0);
        all.insert(id, Arc::downgrade(&held));
        drop(all);
        Ok(NativeApi { id, held })
    }
}

/// A converted API.
#[napi]
pub struct NativeApi {
    id: u32,
    held: Arc<Held>,
}

#[napi]
impl NativeApi {
    /// Names the API when tools are described.
    #[napi(getter)]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// JSON text of all tools, in document order.
    #[napi]
    pub fn tools(&self) -> Result<String> {
        #[derive(serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Row<'a> {
            tool: &'a [String],
            description: &'a str,
            method: &'a str,
            path: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            operation_id: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            summary: Option<&'a str>,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            tags: &'a [String],
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            deprecated: bool,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            full: bool,
        }
        let rows: Vec<Row<'_>> = self
            .held
            .api
            .plans()
            .iter()
            .enumerate()
            .map(|(at, plan)| Row {
                tool: &plan.tool,
                description: &plan.description,
                method: &plan.method,
                path: &plan.path,
                operation_id: plan.operation_id.as_deref(),
                summary: plan.summary.as_deref(),
                tags: &plan.tags,
                deprecated: plan.deprecated,
                full: self.held.api.is_full(at),
            })
            .collect();
        serde_json::to_string(&rows).map_err(wrong)
    }

    /// JSON text of the operations that are not tools.
    #[napi]
    pub fn skipped(&self) -> Result<String> {
        serde_json::to_string(self.held.api.skipped()).map_err(wrong)
    }

    /// JSON text of the operations that the host left out.
    #[napi]
    pub fn filtered(&self) -> Result<String> {
        serde_json::to_string(self.held.api.filtered()).map_err(wrong)
    }

    /// The request of a call as JSON text: `{ "request": … }` or `{ "error": text }`.
    #[napi]
    pub fn request(&self, tool: u32, input: String) -> Result<String> {
        let input: serde_json::Value = serde_json::from_str(&input).map_err(wrong)?;
        let built = self
            .held
            .api
            .request(tool as usize, &input)
            .ok_or_else(|| wrong("there is no such tool"))?;
        let answer = match built {
            Ok(request) => serde_json::json!({ "request": request }),
            Err(message) => serde_json::json!({ "error": message }),
        };
        Ok(answer.to_string())
    }

    /// Security alternatives of a tool as JSON text.
    #[napi]
    pub fn security(&self, tool: u32) -> String {
        self.held.api.security(tool as usize).unwrap_or_default().to_string()
    }

    /// JSON Schema of a tool's input as JSON text.
    #[napi]
    pub fn input_schema(&self, tool: u32) -> String {
        self.held.api.input_schema(tool as usize).unwrap_or_default().to_string()
    }

    /// JSON Schema of a tool's result as JSON text.
    #[napi]
    pub fn output_schema(&self, tool: u32) -> String {
        self.held.api.output_schema(tool as usize).unwrap_or_default().to_string()
    }
}
