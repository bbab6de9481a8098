//! `DOCS_VERIFY=1`: every value that would be reused is made again and compared, and a difference is an error.

use crate::edits::editor::Editor;
use crate::edits::number;
use crate::edits::sources::Sources;
use crate::process::{Workplace, assert_same};

const VERIFY: &[(&str, &str)] = &[("DOCS_VERIFY", "1")];

/// Steps in an ordinary test run.
const STEPS: u64 = 4;

#[test]
fn nothing_that_is_reused_differs_from_what_is_made_now() {
    let mut sources = Sources::example();
    let place = Workplace::new(&sources.files);
    let first = place.build();
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let again = place.build_with(&[], VERIFY);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let mut editor = Editor::new(number("DOCS_SEED", 1));
    for step in 0..number("DOCS_VERIFY_STEPS", STEPS) {
        let edit = editor.edit(&mut sources);
        let what = format!("step {step}: {} {}", edit.what, edit.paths.join(" "));
        place.set_sources(&sources.files);
        let verified = place.build_with(&[], VERIFY);
        assert!(!verified.panicked(), "{what}: {}", verified.stderr);
        assert!(!verified.stderr.contains("reuse-mismatch"), "{what}: {}", verified.stderr);
        // The check changes nothing.
        let checked = place.out();
        let code = place.build().code;
        assert_eq!(verified.code, code, "{what}: {}", verified.stderr);
        assert_same(&place.out(), &checked, &what);
    }
}
