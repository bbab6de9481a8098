//! Names that are bound and used anywhere in some code.

use std::collections::BTreeSet;

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;

/// See the module.
#[derive(Default)]
pub(super) struct Names {
    pub(super) bound: BTreeSet<String>,
    pub(super) used: BTreeSet<String>,
}

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.bound.insert(it.name.to_string());
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.used.insert(it.name.to_string());
    }
}
