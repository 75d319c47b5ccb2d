//! QuickJS (quickjs-ng) through rquickjs: a runtime and a context per run.

use bench_driver::run::{Engine, Run};
use bench_driver::tools;
use rquickjs::{CatchResultExt, Context, Ctx, Function, Runtime};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

pub struct QuickJs;

#[derive(Default)]
struct Host {
    slow: Vec<(u32, Duration)>,
    numbers: Vec<i64>,
    end: Option<Result<String, String>>,
}

pub struct QuickJsRun {
    // Dropped before the runtime it belongs to.
    context: Context,
    runtime: Runtime,
    host: Rc<RefCell<Host>>,
}

impl Engine for QuickJs {
    type Run = QuickJsRun;

    fn start(&mut self, source: &str) -> Result<QuickJsRun, String> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let host = Rc::new(RefCell::new(Host::default()));
        context.with(|ctx| {
            install(&ctx, &host).catch(&ctx).map_err(|error| error.to_string())?;
            let text = format!("__main(async function () {{\n{source}\n}})");
            ctx.eval::<(), _>(bench_driver::GLUE).catch(&ctx).map_err(|error| error.to_string())?;
            ctx.eval::<rquickjs::Value, _>(text).catch(&ctx).map_err(|error| error.to_string())?;
            Ok::<(), String>(())
        })?;
        Ok(QuickJsRun { context, runtime, host })
    }
}

fn install<'js>(ctx: &Ctx<'js>, host: &Rc<RefCell<Host>>) -> rquickjs::Result<()> {
    let globals = ctx.globals();
    let call = |name: String, input: String| tools::call(&name, &input).unwrap_or_default();
    globals.set("__call", Function::new(ctx.clone(), call)?)?;
    let slow = host.clone();
    globals.set(
        "__slow",
        Function::new(ctx.clone(), move |input: String| slow.borrow_mut().slow(&input))?,
    )?;
    let done = host.clone();
    globals.set(
        "__done",
        Function::new(ctx.clone(), move |text: String| done.borrow_mut().end = Some(Ok(text)))?,
    )?;
    let fail = host.clone();
    globals.set(
        "__fail",
        Function::new(ctx.clone(), move |text: String| fail.borrow_mut().end = Some(Err(text)))?,
    )
}

impl Host {
    fn slow(&mut self, input: &str) -> u32 {
        let (number, ms) = tools::slow(input);
        self.numbers.push(number);
        let id = self.numbers.len() as u32 - 1;
        self.slow.push((id, Duration::from_millis(ms)));
        id
    }
}

impl Run for QuickJsRun {
    fn advance(&mut self) -> Result<Option<String>, String> {
        while self.runtime.is_job_pending() {
            self.runtime.execute_pending_job().map_err(|error| format!("{error:?}"))?;
        }
        self.host.borrow_mut().end.take().transpose()
    }

    fn take_slow(&mut self) -> Vec<(u32, Duration)> {
        std::mem::take(&mut self.host.borrow_mut().slow)
    }

    fn settle(&mut self, id: u32) -> Result<(), String> {
        let number = self.host.borrow().numbers[id as usize];
        self.context.with(|ctx| {
            let settle: Function =
                ctx.globals().get("__settle").map_err(|error| error.to_string())?;
            settle
                .call::<_, ()>((id, format!("{{\"i\":{number}}}")))
                .map_err(|error| error.to_string())
        })
    }
}
