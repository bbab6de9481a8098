//! The fence around code that may panic: other people's parsers, and our own mistakes.
//!
//! A panic that is caught here prints nothing: it becomes a diagnostic at its place. Elsewhere panics are
//! told as always.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Calls of [`catch`] that this thread is inside of.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
}

/// Runs `work`; a panic in it gives its message instead. What unwinds on purpose (a cancelled query) goes on.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = take_hook();
        set_hook(Box::new(move |info| {
            if CATCHING.with(Cell::get) == 0 {
                told(info);
            }
        }));
    });
    CATCHING.with(|depth| depth.set(depth.get() + 1));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    CATCHING.with(|depth| depth.set(depth.get() - 1));
    outcome.map_err(message)
}

fn message(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&'static str>() {
            Ok(text) => (*text).to_owned(),
            Err(payload) => resume_unwind(payload),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_messages_and_other_unwinding_goes_on() {
        assert_eq!(catch(|| 1), Ok(1));
        assert_eq!(catch(|| -> u8 { panic!("odd") }), Err("odd".to_owned()));
        let number = 7;
        assert_eq!(catch(|| -> u8 { panic!("odd {number}") }), Err("odd 7".to_owned()));
        assert!(catch_unwind(|| catch(|| resume_unwind(Box::new(3u8)))).is_err());
    }
}
