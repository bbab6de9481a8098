//! A program of ours in an engine of its own: the reader of the search index, which browsers run as it is.
//!
//! Nothing outside of it but what the host gives: bytes and texts by name. A limit of memory and none of steps, as the
//! code is ours and what it is asked is one question.

use rquickjs::function::Opt;
use rquickjs::{Context, Ctx, Function, Module, Object, Promise, Runtime, TypedArray};

/// Memory of the program.
const MEMORY: usize = 512 << 20;
const STACK: usize = 1 << 20;

/// What the language lacks without a browser. Bytes here are always whole UTF-8.
const MISSING: &str = r"
globalThis.TextDecoder = class {
  decode(bytes) {
    const parts = []
    for (let at = 0; at < bytes.length;) {
      const first = bytes[at++]
      let more = first < 128 ? 0 : first < 224 ? 1 : first < 240 ? 2 : 3
      let code = more ? first & 63 >> more : first
      for (; more; more--) code = code << 6 | bytes[at++] & 63
      parts.push(String.fromCodePoint(code))
    }
    return parts.join('')
  }
}
globalThis.TextEncoder = class {
  encode(text) {
    const bytes = []
    for (const letter of text) {
      const code = letter.codePointAt(0)
      if (code < 128) bytes.push(code)
      else if (code < 2048) bytes.push(192 | code >> 6, 128 | code & 63)
      else if (code < 65536) bytes.push(224 | code >> 12, 128 | code >> 6 & 63, 128 | code & 63)
      else bytes.push(240 | code >> 18, 128 | code >> 12 & 63, 128 | code >> 6 & 63, 128 | code & 63)
    }
    return new Uint8Array(bytes)
  }
}
";

/// What a program asks of its host.
pub trait Host {
    /// The bytes of this name.
    fn bytes(&self, name: &str) -> Option<Vec<u8>>;
    /// The text of this name.
    fn text(&self, name: &str) -> Option<String>;
}

/// A program that has begun.
pub struct Program {
    context: Context,
    _runtime: Runtime,
}

impl Program {
    /// Runs the code of a module. It finds `hostBytes(name)` and `hostText(name)`, which give `undefined` for a name that
    /// nothing has, and leaves a function `answer(call, arguments)` of JSON texts that gives a promise of one.
    pub fn new(code: &str, host: impl Host + Clone + 'static) -> Result<Self, String> {
        let failed = |error: rquickjs::Error| error.to_string();
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let context = Context::full(&runtime).map_err(failed)?;
        context.with(|ctx| {
            let begin = || -> rquickjs::Result<()> {
                let globals = ctx.globals();
                let texts = host.clone();
                globals
                    .set("hostText", Function::new(ctx.clone(), move |name: String| texts.text(&name))?)?;
                globals.set("hostBytes", Function::new(ctx.clone(), bytes_of(host))?)?;
                ctx.eval::<(), _>(MISSING)?;
                Module::evaluate(ctx.clone(), "program", code)?.finish::<()>()
            };
            begin().map_err(|error| thrown(&ctx, &error))
        })?;
        Ok(Self { context, _runtime: runtime })
    }

    /// The answer to a call.
    pub fn answer(&self, call: &str, arguments: &str) -> Result<String, String> {
        self.context.with(|ctx| {
            let ask = || -> rquickjs::Result<String> {
                let answer: Function<'_> = ctx.globals().get("answer")?;
                answer.call::<_, Promise<'_>>((call, arguments))?.finish::<String>()
            };
            ask().map_err(|error| thrown(&ctx, &error))
        })
    }
}

type Bytes<'js> = rquickjs::Result<Option<TypedArray<'js, u8>>>;

fn bytes_of(host: impl Host + 'static) -> impl for<'js> Fn(Ctx<'js>, String, Opt<()>) -> Bytes<'js> {
    move |ctx, name, _| host.bytes(&name).map(|bytes| TypedArray::new(ctx, bytes)).transpose()
}

fn thrown(ctx: &Ctx<'_>, error: &rquickjs::Error) -> String {
    let caught = ctx.catch();
    let message = caught.as_object().and_then(|object: &Object<'_>| object.get::<_, String>("message").ok());
    message.unwrap_or_else(|| error.to_string())
}
