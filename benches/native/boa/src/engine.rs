//! Boa: a context per run.

use bench_driver::run::{Engine, Run};
use bench_driver::tools;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, Source, js_string};
use std::cell::RefCell;
use std::time::Duration;

pub struct Boa;

#[derive(Default)]
struct Host {
    slow: Vec<(u32, Duration)>,
    numbers: Vec<i64>,
    end: Option<Result<String, String>>,
}

// Native functions of Boa are plain function pointers here; the run that advances is the current one.
thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

pub struct BoaRun {
    context: Context,
    host: Host,
}

impl Engine for Boa {
    type Run = BoaRun;

    fn start(&mut self, source: &str) -> Result<BoaRun, String> {
        let mut context = Context::default();
        for (name, length, function) in [
            ("__call", 2, NativeFunction::from_fn_ptr(call)),
            ("__slow", 1, NativeFunction::from_fn_ptr(slow)),
            ("__done", 1, NativeFunction::from_fn_ptr(done)),
            ("__fail", 1, NativeFunction::from_fn_ptr(fail)),
        ] {
            context
                .register_global_callable(js_string!(name), length, function)
                .map_err(|error| error.to_string())?;
        }
        let mut run = BoaRun { context, host: Host::default() };
        let text = format!("__main(async function () {{\n{source}\n}})");
        run.current(|context| {
            context.eval(Source::from_bytes(bench_driver::GLUE))?;
            context.eval(Source::from_bytes(&text))
        })?;
        Ok(run)
    }
}

fn text(arguments: &[JsValue], index: usize) -> String {
    let value = arguments.get(index).and_then(JsValue::as_string);
    value.map(|string| string.to_std_string_lossy()).unwrap_or_default()
}

fn call(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let result = tools::call(&text(arguments, 0), &text(arguments, 1)).unwrap_or_default();
    Ok(JsString::from(result).into())
}

fn slow(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (number, ms) = tools::slow(&text(arguments, 0));
    HOST.with_borrow_mut(|host| {
        host.numbers.push(number);
        let id = host.numbers.len() as u32 - 1;
        host.slow.push((id, Duration::from_millis(ms)));
        Ok(JsValue::from(id))
    })
}

fn done(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    HOST.with_borrow_mut(|host| host.end = Some(Ok(text(arguments, 0))));
    Ok(JsValue::undefined())
}

fn fail(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    HOST.with_borrow_mut(|host| host.end = Some(Err(text(arguments, 0))));
    Ok(JsValue::undefined())
}

impl BoaRun {
    /// Runs `work` with this run's host state in place.
    fn current<T>(&mut self, work: impl FnOnce(&mut Context) -> JsResult<T>) -> Result<T, String> {
        HOST.with_borrow_mut(|host| std::mem::swap(host, &mut self.host));
        let result = work(&mut self.context);
        HOST.with_borrow_mut(|host| std::mem::swap(host, &mut self.host));
        result.map_err(|error| error.to_string())
    }
}

impl Run for BoaRun {
    fn advance(&mut self) -> Result<Option<String>, String> {
        self.current(|context| context.run_jobs())?;
        self.host.end.take().transpose()
    }

    fn take_slow(&mut self) -> Vec<(u32, Duration)> {
        std::mem::take(&mut self.host.slow)
    }

    fn settle(&mut self, id: u32) -> Result<(), String> {
        let result = format!("{{\"i\":{}}}", self.host.numbers[id as usize]);
        self.current(|context| {
            let settle = context.global_object().get(js_string!("__settle"), context)?;
            let settle = settle.as_object().and_then(JsFunction::from_object);
            let arguments = [JsValue::from(id), JsString::from(result).into()];
            match settle {
                Some(settle) => settle.call(&JsValue::undefined(), &arguments, context),
                None => Ok(JsValue::undefined()),
            }
        })?;
        Ok(())
    }
}
