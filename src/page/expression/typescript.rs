//! What only a file without elements may say: in `.ts`, `<` begins a type where elsewhere it begins an element.
//!
//! All other files are read with both, so such a text is written as one that has the same meaning with both: a comma
//! after the only parameter of a generic arrow function, and no `<Type>` in front of a value. Lines stay lines.

use oxc_allocator::Allocator;
use oxc_ast::ast::{ArrowFunctionExpression, TSTypeAssertion};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};

/// The text of a TypeScript file as one that may hold elements, too.
pub fn with_elements(source: &str) -> String {
    if !source.contains('<') || super::is_too_deep(source) {
        return source.to_owned();
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::ts().with_module(true)).parse();
    let mut edits = Edits::default();
    edits.visit_program(&parsed.program);
    edits.list.sort_unstable();
    let mut out = source.to_owned();
    // From the end, so that places before an edit stay what they are.
    for (start, end, is_comma) in edits.list.into_iter().rev() {
        let range = start as usize..end as usize;
        let Some(old) = out.get(range.clone()) else { continue };
        let blank = || old.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        let new: String = if is_comma { ",".to_owned() } else { blank() };
        out.replace_range(range, &new);
    }
    out
}

/// Start and end of what is replaced: by a comma, or by space.
#[derive(Default)]
struct Edits {
    list: Vec<(u32, u32, bool)>,
}

impl<'a> Visit<'a> for Edits {
    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if let Some(types) = &arrow.type_parameters
            && let [only] = types.params.as_slice()
            && only.constraint.is_none()
        {
            self.list.push((only.span.end, only.span.end, true));
        }
        walk::walk_arrow_function_expression(self, arrow);
    }

    fn visit_ts_type_assertion(&mut self, assertion: &TSTypeAssertion<'a>) {
        self.list.push((assertion.span.start, assertion.expression.span().start, false));
        walk::walk_ts_type_assertion(self, assertion);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_before_values_and_functions() {
        assert_eq!(with_elements("const f = <T>(x: T) => x"), "const f = <T,>(x: T) => x");
        assert_eq!(with_elements("const f = <T extends U>(x: T) => x"), "const f = <T extends U>(x: T) => x");
        assert_eq!(with_elements("let a = <any>b"), "let a =      b");
        assert_eq!(with_elements("let a = b < c"), "let a = b < c");
    }

    #[test]
    fn what_is_no_program_stays() {
        assert_eq!(with_elements("<<<"), "<<<");
    }
}
