//! One fresh JavaScript engine with nothing outside of it: the language, a purse of steps, 64 MB, a small stack.
//! A page on which much is written has more of both, in proportion, and so has one that imports much: thousands of
//! elements of an author's component are a long page, and no loop without an end.
//!
//! With `program` and `settings` the only module that names `rquickjs`. What it is given and gives back is text: code with the name of its
//! file, and answers as JSON. The world of the code is made by `sandbox.js` around `themes/base/island.js`.
//! Nothing here knows pages.

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::context::{EvalOptions, intrinsic};
use rquickjs::{Context, Ctx, FromJs, Function, Object, Persistent, Runtime};
use serde::Deserialize;

pub mod program;
pub mod settings;

/// How often the engine may ask whether to go on; it asks every 10,000 calls, turns of a loop, or steps of a
/// regular expression.
const FUEL: u32 = 200;
/// Memory of one page's script.
const MEMORY: usize = 64 << 20;
/// A page is given the above once, and once more for each of this many bytes of its text and of what it imports, but
/// not more often than [`MOST_SHARES`] in all.
const SHARE: usize = 8 << 10;
const MOST_SHARES: usize = 64;
/// Memory of the longest page's script.
const MOST_MEMORY: usize = 512 << 20;
/// Stack of one page's script; threads that render have much more.
const STACK: usize = 256 << 10;
/// The longest answer that is read.
const LONGEST_ANSWER: usize = 24 << 20;

/// The runtime that pages with islands load in the browser, too.
pub const RUNTIME: &str = include_str!("../../../themes/base/island.js");
const SANDBOX: &str = include_str!("sandbox.js");
/// Read only by the few pages that write numbers or dates as people do.
const LOCALE: &str = include_str!("locale.js");

/// What is asked of a file's code.
#[derive(Clone, Copy, Debug)]
pub enum Door {
    /// Run the file.
    Load,
    /// What a place shows.
    Render,
    /// The value of a place.
    Value,
}

/// What a door gives back.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Answer {
    #[serde(default)]
    pub ok: serde_json::Value,
    #[serde(default)]
    pub error: Option<Thrown>,
    /// It has state, effects or handlers.
    #[serde(default)]
    pub live: bool,
    /// What it asked that has no true answer at build time: `clock`, `random`.
    #[serde(default)]
    pub told: Vec<String>,
}

/// What code has thrown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Thrown {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub stack: String,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// Steps, memory, stack or output.
    Limit,
    /// The code is not JavaScript, or threw while nothing could catch it.
    Thrown(Thrown),
}

/// An engine; dropped with its page.
pub struct Engine {
    // Before the runtime that it belongs to, so that it is dropped first.
    doors: Persistent<Object<'static>>,
    context: Context,
    runtime: Runtime,
    fuel: Rc<Cell<u32>>,
    /// Bytes of the page and of what it imports.
    bytes: Cell<usize>,
}

impl Engine {
    /// A fresh one for a page whose text has that many bytes; `None` when there is no memory for it.
    pub fn new(page: usize) -> Option<Self> {
        let shares = shares(page);
        let runtime = Runtime::new().ok()?;
        let fuel = Rc::new(Cell::new(FUEL * shares as u32));
        runtime.set_memory_limit((MEMORY * shares).min(MOST_MEMORY));
        runtime.set_max_stack_size(STACK);
        let left = fuel.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        })));
        let context = Context::builder()
            .with::<intrinsic::Date>()
            .with::<intrinsic::Eval>()
            .with::<intrinsic::RegExpCompiler>()
            .with::<intrinsic::RegExp>()
            .with::<intrinsic::Json>()
            .with::<intrinsic::MapSet>()
            .with::<intrinsic::Promise>()
            .build(&runtime)
            .ok()?;
        let purse = fuel.clone();
        let doors = context.with(|ctx| {
            let burn = Function::new(ctx.clone(), move || purse.set(0)).ok()?;
            let words = Function::new(ctx.clone(), locale).ok()?;
            ctx.eval::<(), _>(RUNTIME).ok()?;
            let doors: Object<'_> =
                ctx.eval::<Function<'_>, _>(SANDBOX).ok()?.call((burn, words, shares as f64)).ok()?;
            Some(Persistent::save(&ctx, doors))
        })?;
        Some(Self { doors, context, runtime, fuel, bytes: Cell::new(page) })
    }

    /// Gives the page what more code of this many bytes needs.
    pub fn allow(&self, bytes: usize) {
        let before = shares(self.bytes.get());
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        let shares = shares(self.bytes.get());
        // A page that has come to its limit gets nothing any more.
        if shares == before || self.fuel.get() == 0 {
            return;
        }
        let more = shares - before;
        self.fuel.set(self.fuel.get() + FUEL * more as u32);
        self.runtime.set_memory_limit((MEMORY * shares).min(MOST_MEMORY));
        self.context.with(|ctx| {
            let doors = self.doors.clone().restore(&ctx);
            let grow = doors.and_then(|doors| doors.get::<_, Function<'_>>("grow"));
            // It calls nothing of the page, so it cannot fail; without it the page has what it had.
            let _ = grow.and_then(|grow| grow.call::<_, ()>((more as f64,)));
        });
    }

    /// Runs the code of a file; places in errors name `path`.
    pub fn add(&self, path: &str, code: &str) -> Result<(), Failure> {
        self.context.with(|ctx| {
            let mut options = EvalOptions::default();
            options.filename = Some(path.replace('\0', ""));
            options.strict = false;
            let result = ctx.eval_with_options::<(), _>(code, options);
            self.finished(&ctx, result)
        })
    }

    /// Asks for `place` of the file at `path`, which is given `props` as JSON.
    pub fn ask(&self, door: Door, path: &str, place: usize, props: &str) -> Result<Answer, Failure> {
        if self.fuel.get() == 0 {
            return Err(Failure::Limit);
        }
        self.context.with(|ctx| {
            let name = match door {
                Door::Load => "load",
                Door::Render => "render",
                Door::Value => "value",
            };
            let result = self
                .doors
                .clone()
                .restore(&ctx)
                .and_then(|doors| doors.get::<_, Function<'_>>(name))
                .and_then(|door| door.call::<_, String>((path, place as f64, props)));
            let text = self.finished(&ctx, result)?;
            if text.len() > LONGEST_ANSWER * shares(self.bytes.get()).min(4) {
                return Err(Failure::Limit);
            }
            let answer: Answer = serde_json::from_str(&text).map_err(|_| Failure::Limit)?;
            match answer.error {
                Some(thrown) if is_limit(&thrown) => Err(Failure::Limit),
                Some(thrown) => Err(Failure::Thrown(thrown)),
                None => Ok(answer),
            }
        })
    }

    fn finished<T>(&self, ctx: &Ctx<'_>, result: rquickjs::Result<T>) -> Result<T, Failure> {
        if self.fuel.get() == 0 {
            ctx.catch();
            return Err(Failure::Limit);
        }
        result.map_err(|_| {
            let caught = ctx.catch();
            let read = |name: &str| {
                let object = caught.as_object()?;
                let value = object.get::<_, rquickjs::Value<'_>>(name).ok()?;
                String::from_js(ctx, value).ok()
            };
            let thrown = Thrown {
                name: read("name").unwrap_or_default(),
                message: read("message").unwrap_or_default(),
                stack: read("stack").unwrap_or_default(),
            };
            ctx.catch();
            if is_limit(&thrown) { Failure::Limit } else { Failure::Thrown(thrown) }
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Whatever a page left behind is freed without running any of its code.
        self.fuel.set(0);
        self.runtime.set_interrupt_handler(None);
    }
}

/// How often a page of that many bytes is given everything.
fn shares(bytes: usize) -> usize {
    (1 + bytes / SHARE).min(MOST_SHARES)
}

fn locale<'js>(ctx: Ctx<'js>) -> rquickjs::Result<Function<'js>> {
    ctx.eval(LOCALE)
}

/// The engine's own words for memory and stack.
fn is_limit(thrown: &Thrown) -> bool {
    let message = thrown.message.as_str();
    message.contains("out of memory")
        || message.contains("call stack size")
        || message.contains("stack overflow")
        || message.contains("too deeply")
        || message.contains("limit of a page's script")
        || message == "interrupted"
        || message.contains("invalid string length")
        || thrown.name.is_empty() && message.is_empty() && thrown.stack.is_empty()
}
