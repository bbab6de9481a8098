//! JavaScript with JSX and types → plain JavaScript for an engine, by edits to the text.
//!
//! The syntax tree says where JSX, types, imports and exports stand; what lies between them is copied, and
//! every line stays on its line, so that an engine's places are places in the author's file. JSX becomes
//! calls of `$h`. Sums of texts pass through `$k`, which lets the sandbox see how long texts grow.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::element::{element_name, jsx_text};
use super::module::export_name;
use super::{TOO_DEEP, first_message, source_type};
use crate::page::jsx::decode_entities;

mod built_in;
mod names;
mod types;

pub use built_in::{BUILT_IN, BuiltIn, Given};
use names::Names;

/// What lowering asks of the file around the code.
pub trait Surroundings {
    /// The code that stands for Markdown written inside `<MDX>`.
    fn markdown(&mut self, text: &str) -> Option<String>;
    /// The name under which an import is found.
    fn resolve(&self, specifier: &str) -> String;
}

/// A module as the body of a function.
#[derive(Clone, Debug, Default)]
pub struct LoweredModule {
    /// Statements, on the lines where they were written.
    pub code: String,
    /// Exported names with the expression that is exported.
    pub exports: Vec<(String, String)>,
    /// Files of which everything is exported.
    pub stars: Vec<String>,
    /// Names that are bound somewhere in the module.
    pub bound: BTreeSet<String>,
    /// Built-in components that it draws.
    pub built_ins: Vec<BuiltIn>,
}

/// An expression as plain JavaScript.
#[derive(Clone, Debug)]
pub struct LoweredExpression {
    pub code: String,
    /// Names that it refers to and does not bind.
    pub free: BTreeSet<String>,
    /// Built-in components that it draws.
    pub built_ins: Vec<BuiltIn>,
}

/// Lowers a module. The error is a message with its offset.
pub fn lower_module(source: &str, around: &mut dyn Surroundings) -> Result<LoweredModule, (String, u32)> {
    if super::is_too_deep(source) {
        return Err((TOO_DEEP.to_owned(), 0));
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type()).parse();
    if let Some(problem) = parsed.diagnostics.iter().next() {
        let offset = problem.labels.iter().next().map_or(0, |label| label.offset());
        return Err((problem.message.to_string(), offset));
    }
    let mut names = Names::default();
    names.visit_program(&parsed.program);
    let mut lowering = Lowering::new(source, &names.bound, around);
    lowering.visit_statements(&parsed.program.body);
    let (exports, stars) = (std::mem::take(&mut lowering.exports), std::mem::take(&mut lowering.stars));
    let built_ins = std::mem::take(&mut lowering.built_ins);
    let code = lowering.finish();
    Ok(LoweredModule { code, exports, stars, bound: names.bound, built_ins })
}

/// Lowers one expression that sees the names `bound` of its module.
pub fn lower_expression(
    source: &str,
    bound: &BTreeSet<String>,
    around: &mut dyn Surroundings,
) -> Result<LoweredExpression, String> {
    if super::is_too_deep(source) {
        return Err(TOO_DEEP.to_owned());
    }
    let allocator = Allocator::default();
    let wrapped = format!("({source}\n)");
    let expression =
        Parser::new(&allocator, &wrapped, source_type()).parse_expression().map_err(first_message)?;
    if !matches!(expression, Expression::ParenthesizedExpression(_)) {
        return Err("more than one expression".to_owned());
    }
    let mut names = Names::default();
    names.visit_expression(&expression);
    let all = &names.bound | bound;
    let mut lowering = Lowering::new(&wrapped, &all, around);
    lowering.visit_expression(&expression);
    let built_ins = std::mem::take(&mut lowering.built_ins);
    let code = lowering.finish();
    Ok(LoweredExpression { code, free: &names.used - &names.bound, built_ins })
}

struct Edit {
    start: usize,
    end: usize,
    text: String,
}

struct Lowering<'s> {
    source: &'s str,
    bound: &'s BTreeSet<String>,
    around: &'s mut dyn Surroundings,
    /// In the order of the text; what stands at the same place, from the outside to the inside.
    edits: Vec<Edit>,
    exports: Vec<(String, String)>,
    stars: Vec<String>,
    built_ins: Vec<BuiltIn>,
    /// Sums that are part of a larger one.
    inner_sums: BTreeSet<u32>,
}

impl<'s> Lowering<'s> {
    fn new(source: &'s str, bound: &'s BTreeSet<String>, around: &'s mut dyn Surroundings) -> Self {
        Self {
            source,
            bound,
            around,
            edits: Vec::new(),
            exports: Vec::new(),
            stars: Vec::new(),
            built_ins: Vec::new(),
            inner_sums: BTreeSet::new(),
        }
    }

    /// The text with all edits.
    fn finish(mut self) -> String {
        self.edits.sort_by_key(|edit| edit.start);
        let mut out = String::with_capacity(self.source.len() * 2);
        let mut at = 0;
        for edit in &self.edits {
            if edit.start > at {
                out.push_str(self.source.get(at..edit.start).unwrap_or(""));
            }
            out.push_str(&edit.text);
            at = at.max(edit.end);
        }
        out.push_str(self.source.get(at..).unwrap_or(""));
        out
    }

    fn slice(&self, start: u32, end: u32) -> &'s str {
        self.source.get(start as usize..end as usize).unwrap_or("")
    }

    fn insert(&mut self, at: u32, text: &str) {
        self.edits.push(Edit { start: at as usize, end: at as usize, text: text.to_owned() });
    }

    /// Replaces a range; its line breaks stay.
    fn replace(&mut self, start: u32, end: u32, text: &str) {
        let breaks = self.slice(start, end).bytes().filter(|byte| *byte == b'\n').count();
        let text = format!("{text}{}", "\n".repeat(breaks));
        self.edits.push(Edit { start: start as usize, end: end as usize, text });
    }

    fn cut(&mut self, span: Span) {
        self.replace(span.start, span.end, "");
    }

    /// The type of an element as code: a name that may be bound is asked for when the code runs.
    fn element_type(&self, name: &str) -> String {
        let root = name.split('.').next().unwrap_or("");
        if name == root && name.starts_with(|c: char| c.is_lowercase()) || name.contains([':', '-']) {
            return quoted(name);
        }
        if !self.bound.contains(root) {
            return if is_runtime_name(root) { name.to_owned() } else { quoted(name) };
        }
        format!("(typeof {root}>'u'?{}:{name})", quoted(name))
    }

    fn children(&mut self, children: &[JSXChild<'_>]) {
        for child in children {
            match child {
                JSXChild::Text(text) => {
                    let words = jsx_text(&text.value);
                    let code = if words.is_empty() { String::new() } else { format!(",{}", quoted(&words)) };
                    self.replace(text.span.start, text.span.end, &code);
                }
                JSXChild::Element(element) => {
                    self.insert(element.span.start, ",");
                    self.visit_jsx_element(element);
                }
                JSXChild::Fragment(fragment) => {
                    self.insert(fragment.span.start, ",");
                    self.visit_jsx_fragment(fragment);
                }
                JSXChild::ExpressionContainer(container) => self.contained(container, ",(", ")"),
                JSXChild::Spread(spread) => {
                    let inner = spread.expression.span();
                    self.replace(spread.span.start, inner.start, ",...(");
                    self.visit_expression(&spread.expression);
                    self.replace(inner.end, spread.span.end, ")");
                }
            }
        }
    }

    /// `{…}` between `open` and `close`; nothing for a comment.
    fn contained(&mut self, container: &JSXExpressionContainer<'_>, open: &str, close: &str) {
        match container.expression.as_expression() {
            Some(expression) => {
                let inner = expression.span();
                self.replace(container.span.start, inner.start, open);
                self.visit_expression(expression);
                self.replace(inner.end, container.span.end, close);
            }
            None => self.cut(container.span),
        }
    }

    fn attribute(&mut self, item: &JSXAttributeItem<'_>) {
        match item {
            JSXAttributeItem::SpreadAttribute(spread) => {
                let inner = spread.argument.span();
                self.replace(spread.span.start, inner.start, "...(");
                self.visit_expression(&spread.argument);
                self.replace(inner.end, spread.span.end, "),");
            }
            JSXAttributeItem::Attribute(attribute) => {
                let span = attribute.span;
                let name = match &attribute.name {
                    JSXAttributeName::Identifier(name) => quoted(&name.name),
                    JSXAttributeName::NamespacedName(name) => {
                        quoted(&format!("{}:{}", name.namespace.name, name.name.name))
                    }
                };
                match &attribute.value {
                    None => self.replace(span.start, span.end, &format!("{name}:true,")),
                    Some(JSXAttributeValue::StringLiteral(text)) => {
                        let value = quoted(&decode_entities(&text.value));
                        self.replace(span.start, span.end, &format!("{name}:{value},"));
                    }
                    Some(JSXAttributeValue::ExpressionContainer(container)) => {
                        self.replace(span.start, container.span.start, &format!("{name}:"));
                        self.contained(container, "(", "),");
                        if container.expression.as_expression().is_none() {
                            self.insert(span.end, "undefined,");
                        }
                    }
                    Some(JSXAttributeValue::Element(element)) => {
                        self.replace(span.start, element.span.start, &format!("{name}:"));
                        self.visit_jsx_element(element);
                        self.insert(span.end, ",");
                    }
                    Some(JSXAttributeValue::Fragment(fragment)) => {
                        self.replace(span.start, fragment.span.start, &format!("{name}:"));
                        self.visit_jsx_fragment(fragment);
                        self.insert(span.end, ",");
                    }
                }
            }
        }
    }

    fn import(&mut self, import: &ImportDeclaration<'_>) {
        let mut parts = Vec::new();
        let target = quoted(&self.around.resolve(&import.source.value));
        let mut code = String::new();
        for specifier in import.specifiers.iter().flatten() {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type() => {}
                ImportDeclarationSpecifier::ImportSpecifier(named) => {
                    parts.push(format!("{}:{}", quoted(&export_name(&named.imported)), named.local.name));
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                    parts.push(format!("default:{}", default.local.name));
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => {
                    code.push_str(&format!("const {}=$import({target});", all.local.name));
                }
            }
        }
        if !parts.is_empty() {
            code.push_str(&format!("const {{{}}}=$import({target});", parts.join(",")));
        }
        if import.import_kind.is_type() {
            code.clear();
        }
        self.replace(import.span.start, import.span.end, &code);
    }

    fn export_default(&mut self, export: &ExportDefaultDeclaration<'_>) {
        let start = export.declaration.span().start;
        let name = match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.id.as_ref(),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => return self.cut(export.span),
            _ => None,
        };
        let prefix = if name.is_some() { "" } else { "const $default=" };
        self.replace(export.span.start, start, prefix);
        let local = name.map_or("$default", |name| name.name.as_str());
        self.exports.push(("default".to_owned(), local.to_owned()));
        self.visit_export_default_declaration_kind(&export.declaration);
    }
}

/// Components that the runtime gives without an import.
pub fn is_runtime_name(name: &str) -> bool {
    matches!(name, "Fragment" | "React" | "StrictMode" | "Suspense" | "Profiler")
}

/// `Component.propTypes = …`: what React has read in development only, and no more. It names a package that a page
/// has not, so that running it would take away all components of the file.
fn is_prop_types(expression: &Expression<'_>) -> bool {
    let Expression::AssignmentExpression(assignment) = expression else { return false };
    matches!(&assignment.left, AssignmentTarget::StaticMemberExpression(member) if member.property.name == "propTypes")
}

/// A string as JavaScript source.
pub fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

impl<'a> Visit<'a> for Lowering<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::ImportDeclaration(import) => self.import(import),
            Statement::ExportDeclaration(export) => {
                self.replace(export.span.start, export.declaration.span().start, "");
                let mut names = Names::default();
                match &export.declaration {
                    Declaration::VariableDeclaration(variables) => {
                        variables.declarations.iter().for_each(|one| names.visit_binding_pattern(&one.id));
                    }
                    Declaration::FunctionDeclaration(function) if function.body.is_none() => {
                        return self.cut(export.declaration.span());
                    }
                    Declaration::FunctionDeclaration(function) => {
                        names.bound.extend(function.id.iter().map(|id| id.name.to_string()));
                    }
                    Declaration::ClassDeclaration(class) => {
                        names.bound.extend(class.id.iter().map(|id| id.name.to_string()));
                    }
                    Declaration::TSEnumDeclaration(list) => {
                        names.bound.insert(list.id.name.to_string());
                    }
                    Declaration::TSTypeAliasDeclaration(alias) => {
                        return self.export_type(&alias.id.name, export);
                    }
                    Declaration::TSInterfaceDeclaration(one) => {
                        return self.export_type(&one.id.name, export);
                    }
                    _ => return self.cut(export.declaration.span()),
                }
                self.exports.extend(names.bound.into_iter().map(|name| (name.clone(), name)));
                self.visit_declaration(&export.declaration);
            }
            Statement::ExportDefaultDeclaration(export) => self.export_default(export),
            Statement::ExportNamedDeclaration(export) => {
                if !export.export_kind.is_type() {
                    for specifier in export.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                        let local = export_name(&specifier.local);
                        // The name of a type has no value.
                        let value = format!("(typeof {local}>'u'?undefined:{local})");
                        self.exports.push((export_name(&specifier.exported), value));
                    }
                }
                self.cut(export.span);
            }
            Statement::ExportFromDeclaration(export) if export.export_kind.is_type() => self.cut(export.span),
            Statement::ExportAllDeclaration(export) if export.export_kind.is_type() => self.cut(export.span),
            Statement::ExportFromDeclaration(export) => {
                let target = quoted(&self.around.resolve(&export.source.value));
                for specifier in &export.specifiers {
                    let local = quoted(&export_name(&specifier.local));
                    let from = format!("$import({target})[{local}]");
                    self.exports.push((export_name(&specifier.exported), from));
                }
                self.cut(export.span);
            }
            Statement::ExportAllDeclaration(export) => {
                let target = self.around.resolve(&export.source.value);
                match &export.exported {
                    Some(name) => {
                        self.exports.push((export_name(name), format!("$import({})", quoted(&target))));
                    }
                    None => self.stars.push(target),
                }
                self.cut(export.span);
            }
            Statement::TSTypeAliasDeclaration(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSGlobalDeclaration(_)
            | Statement::TSExportAssignment(_) => self.cut(it.span()),
            Statement::ClassDeclaration(class) if class.declare => self.cut(it.span()),
            Statement::VariableDeclaration(variables) if variables.declare => self.cut(it.span()),
            Statement::FunctionDeclaration(function) if function.body.is_none() => self.cut(it.span()),
            Statement::ExpressionStatement(statement) if is_prop_types(&statement.expression) => {
                self.replace(it.span().start, it.span().end, ";");
            }
            _ => walk::walk_statement(self, it),
        }
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        let opening = &it.opening_element;
        let name = element_name(&opening.name).unwrap_or_default();
        if let (Some(closing), "MDX") = (&it.closing_element, name.as_str())
            && let Some(code) = self.around.markdown(self.slice(opening.span.end, closing.span.start))
        {
            return self.replace(it.span.start, it.span.end, &code);
        }
        let kind = self.element_type(&name);
        if name.starts_with(char::is_uppercase)
            && (!self.bound.contains(&name) || built_in::are_taken(self.source))
        {
            self.built_ins.push(built_in::built_in(&name, &opening.attributes));
        }
        match (opening.attributes.first(), opening.attributes.last()) {
            (Some(first), Some(last)) => {
                self.replace(it.span.start, first.span().start, &format!("$h({kind},{{"));
                opening.attributes.iter().for_each(|item| self.attribute(item));
                self.replace(last.span().end, opening.span.end, "}");
            }
            _ => self.replace(it.span.start, opening.span.end, &format!("$h({kind},null")),
        }
        self.children(&it.children);
        match &it.closing_element {
            Some(closing) => self.replace(closing.span.start, closing.span.end, ")"),
            None => self.insert(it.span.end, ")"),
        }
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        let (open, close) = (it.opening_fragment.span, it.closing_fragment.span);
        self.replace(open.start, open.end, "$h($F,null");
        self.children(&it.children);
        self.replace(close.start, close.end, ")");
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        let is_number = |side: &Expression<'_>| matches!(side, Expression::NumericLiteral(_));
        let is_sum = it.operator == BinaryOperator::Addition
            && !(is_number(&it.left) && is_number(&it.right))
            && !self.inner_sums.contains(&it.span.end);
        if it.operator == BinaryOperator::Addition && matches!(it.left, Expression::BinaryExpression(_)) {
            self.inner_sums.insert(it.left.span().end);
        }
        if is_sum {
            self.insert(it.span.start, "$k(");
        }
        walk::walk_binary_expression(self, it);
        if is_sum {
            self.insert(it.span.end, ")");
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let is_sum = it.operator == AssignmentOperator::Addition;
        if is_sum {
            self.insert(it.span.start, "$k(");
        }
        walk::walk_assignment_expression(self, it);
        if is_sum {
            self.insert(it.span.end, ")");
        }
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        let grows = !it.expressions.is_empty();
        if grows {
            self.insert(it.span.start, "$k(");
        }
        walk::walk_template_literal(self, it);
        if grows {
            self.insert(it.span.end, ")");
        }
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.visit_expression(&it.tag);
        it.quasi.expressions.iter().for_each(|part| self.visit_expression(part));
    }

    // Big numbers have operations whose time nothing bounds; as numbers they are what pages show.
    fn visit_big_int_literal(&mut self, it: &BigIntLiteral<'a>) {
        self.replace(it.span.end.saturating_sub(1), it.span.end, "");
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.cut(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.cut(it.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.cut(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.replace(it.expression.span().end, it.span.end, "");
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.replace(it.expression.span().end, it.span.end, "");
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.replace(it.expression.span().end, it.span.end, "");
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.enumeration(it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        // `private readonly` and the like; a constructor says below what they stand for.
        if it.pattern.span().start > it.span.start {
            self.replace(it.span.start, it.pattern.span().start, "");
        }
        self.visit_binding_pattern(&it.pattern);
        self.mark(it.optional, it.pattern.span().end, it.span.end);
        if let Some(annotation) = &it.type_annotation {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(initializer) = &it.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        let rest = self.slice(it.span.end, self.source.len() as u32);
        let blank = rest.len() - rest.trim_start().len();
        let comma = if rest[blank..].starts_with(',') { blank + 1 } else { 0 };
        self.replace(it.span.start, it.span.end + comma as u32, "");
    }

    fn visit_ts_index_signature(&mut self, it: &TSIndexSignature<'a>) {
        self.cut(it.span);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.r#abstract {
            let head = self.slice(it.span.start, it.body.span.start);
            if let Some(at) = head.find("abstract").map(|at| it.span.start + at as u32) {
                self.replace(at, at + "abstract".len() as u32, "");
            }
        }
        walk::walk_class(self, it);
    }

    fn visit_ts_class_implements_list(&mut self, it: &oxc_allocator::Vec<'a, TSClassImplements<'a>>) {
        if let (Some(first), Some(last)) = (it.first(), it.last()) {
            let before = self.slice(0, first.span.start).rfind("implements").unwrap_or(0) as u32;
            self.replace(before, last.span.end, "");
        }
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.declare || it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
            return self.cut(it.span);
        }
        self.modifiers(it.span.start, it.key.span().start);
        let end = it.type_annotation.as_ref().map_or(it.span.end, |annotation| annotation.span.start);
        self.mark(it.optional || it.definite, it.key.span().end, end);
        walk::walk_property_definition(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.value.body.is_none() {
            return self.cut(it.span);
        }
        self.modifiers(it.span.start, it.key.span().start);
        if it.kind == MethodDefinitionKind::Constructor {
            self.parameter_properties(&it.value);
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        walk::walk_function(self, it, flags);
    }
}
