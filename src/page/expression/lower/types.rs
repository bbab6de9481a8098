//! What TypeScript adds that is more than types to cut out: enumerations, properties that a constructor's
//! parameters declare, modifiers, names of types that are exported.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::{Lowering, quoted};

impl Lowering<'_> {
    /// A type has no value; who imports it without saying that it is one, gets nothing.
    pub(super) fn export_type(&mut self, name: &str, export: &ExportDeclaration<'_>) {
        self.exports.push((name.to_owned(), "undefined".to_owned()));
        self.cut(export.declaration.span());
    }

    /// Words before a class member that only types know.
    pub(super) fn modifiers(&mut self, start: u32, key: u32) {
        let words = self.slice(start, key);
        let only_types = ["public", "private", "protected", "readonly", "override", "abstract", "declare"];
        if words.split_whitespace().any(|word| only_types.contains(&word)) {
            let kept: Vec<&str> =
                words.split_whitespace().filter(|word| !only_types.contains(word)).collect();
            self.replace(start, key, &format!("{} ", kept.join(" ")));
        }
    }

    /// Removes the `?` or `!` behind a name.
    pub(super) fn mark(&mut self, is_marked: bool, start: u32, end: u32) {
        if is_marked && let Some(at) = self.slice(start, end.max(start)).find(['?', '!']) {
            self.replace(start + at as u32, start + at as u32 + 1, "");
        }
    }

    /// `constructor(private size: number)` keeps `size`: first of all, or after what the parent does.
    pub(super) fn parameter_properties(&mut self, constructor: &Function<'_>) {
        let Some(body) = &constructor.body else { return };
        let kept = constructor
            .params
            .items
            .iter()
            .filter(|item| item.accessibility.is_some() || item.readonly || item.r#override);
        let names = kept.filter_map(|item| item.pattern.get_binding_identifier());
        let code: String = names.map(|name| format!(";this.{0}={0};", name.name)).collect();
        if code.is_empty() {
            return;
        }
        let is_super = |statement: &&Statement<'_>| match statement {
            Statement::ExpressionStatement(statement) => matches!(
                &statement.expression,
                Expression::CallExpression(call) if matches!(call.callee, Expression::Super(_))
            ),
            _ => false,
        };
        let parent = body.statements.iter().find(is_super);
        self.insert(parent.map_or(body.span.start + 1, |parent| parent.span().end), &code);
    }

    /// An enumeration as an object, numbers with their names as in TypeScript.
    pub(super) fn enumeration(&mut self, list: &TSEnumDeclaration<'_>) {
        let mut members = String::new();
        for member in &list.body.members {
            let name = match &member.id {
                TSEnumMemberName::Identifier(name) => quoted(&name.name),
                TSEnumMemberName::String(name) | TSEnumMemberName::ComputedString(name) => {
                    quoted(&name.value)
                }
                TSEnumMemberName::ComputedTemplateString(_) => continue,
            };
            let value = member.initializer.as_ref().map(|value| value.span());
            let value = value.map_or("$n+1", |span| self.slice(span.start, span.end));
            members.push_str(&format!("$e[{name}]=$n=({value});typeof $n==\"number\"&&($e[$n]={name});"));
        }
        let name = &list.id.name;
        let code = format!("const {name}=(($e,$n)=>{{{members}return $e}})({{}},-1);");
        self.replace(list.span.start, list.span.end, &code);
    }
}
