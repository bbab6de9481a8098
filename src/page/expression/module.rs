//! `import` and `export` statements, and the top level of JavaScript files.

use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Declaration, Expression, ImportDeclarationSpecifier, ImportExpression, ModuleExportName, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};

use super::call::declared;
use super::evaluate::Frame;
use super::{Evaluator, Names, Problem, source_type};
use crate::page::ast::Value;
use crate::text::{SourcePath, Span};

/// One `import`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The path as written.
    pub specifier: String,
    /// `(imported, local)`; `default` for a default import, `*` for a namespace. What a file only passes on is
    /// known in it by the name that it has outside; `(*, *)` is `export * from`.
    pub names: Vec<(String, String)>,
    /// Bytes in the statement's text.
    pub span: Span,
}

impl Import {
    /// True when the file does not say it: it is one of the page that imports the file.
    pub fn is_borrowed(&self) -> bool {
        self.span == Span::default()
    }

    /// As a statement on a line of its own.
    pub fn statement(&self) -> String {
        let name = |(imported, local): &(String, String)| format!("{imported} as {local}");
        let names: Vec<String> = self.names.iter().map(name).collect();
        format!("\nimport {{ {} }} from {};", names.join(", "), super::quoted(&self.specifier))
    }
}

/// One `import('…')`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateImport {
    /// The path as written.
    pub specifier: String,
    /// Bytes in the statement's text.
    pub span: Span,
}

/// One top-level declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleItem {
    /// `const …` and the like, exported or not: its source.
    Variables(String),
    /// A function: its name and source.
    Function(String, String),
    /// `export default …`: the source of the value.
    Default(String),
    /// A class or an enumeration, which only an engine has: its name and source.
    Engine(String, String),
    /// `export { a as b }`: `(local, exported)`.
    Alias(String, String),
}

/// The statements of a file or of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    pub imports: Vec<Import>,
    /// What its code imports while it runs, `import('…')`, wherever that stands.
    pub late_imports: Vec<LateImport>,
    pub items: Vec<ModuleItem>,
    /// True with statements that are no declarations: what they do only an engine knows.
    pub runs_statements: bool,
    /// Names that can be imported from elsewhere, in order.
    pub exports: Vec<String>,
}

impl Module {
    /// True when the file itself imports or declares the name at its top level.
    pub fn declares(&self, name: &str) -> bool {
        self.imported().any(|known| known == name) || self.declared().any(|known| known == name)
    }

    /// The names that its imports have in it, in order.
    pub fn imported(&self) -> impl Iterator<Item = &str> {
        self.imports.iter().flat_map(|import| &import.names).map(|(_, local)| local.as_str())
    }

    /// The names that it declares, in order.
    pub fn declared(&self) -> impl Iterator<Item = String> {
        self.items.iter().flat_map(|item| match item {
            ModuleItem::Variables(source) => variable_names(source),
            ModuleItem::Function(known, _) | ModuleItem::Engine(known, _) => vec![known.clone()],
            ModuleItem::Default(_) | ModuleItem::Alias(..) => Vec::new(),
        })
    }
}

/// Reads module source; what cannot be parsed gives an empty module and a message with its offset.
pub fn parse_module(source: &str) -> (Module, Option<(String, u32)>) {
    if super::is_too_deep(source) {
        return (Module::default(), Some((super::TOO_DEEP.to_owned(), 0)));
    }
    let allocator = Allocator::default();
    let mut kind: SourceType = source_type();
    kind = kind.with_module(true);
    let parsed = Parser::new(&allocator, source, kind).parse();
    let problem = parsed.diagnostics.iter().next().map(|problem| {
        let offset = problem.labels.iter().next().map_or(0, |label| label.offset());
        (problem.message.to_string(), offset)
    });
    if problem.is_some() && parsed.program.body.is_empty() {
        return (Module::default(), problem);
    }
    let mut module = Module::default();
    let slice =
        |span: oxc_span::Span| source.get(span.start as usize..span.end as usize).unwrap_or("").to_owned();
    for statement in &parsed.program.body {
        match statement {
            // Types are gone before anything runs.
            Statement::ImportDeclaration(import) if import.import_kind.is_type() => {}
            Statement::ImportDeclaration(import) => {
                let mut names = Vec::new();
                for specifier in import.specifiers.iter().flatten() {
                    names.push(match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type() => {
                            continue;
                        }
                        ImportDeclarationSpecifier::ImportSpecifier(named) => {
                            (export_name(&named.imported), named.local.name.to_string())
                        }
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                            ("default".to_owned(), default.local.name.to_string())
                        }
                        ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => {
                            ("*".to_owned(), all.local.name.to_string())
                        }
                    });
                }
                let span = Span { start: import.span.start, end: import.span.end };
                module.imports.push(Import { specifier: import.source.value.to_string(), names, span });
            }
            Statement::ExportDeclaration(export) => {
                let before = module.items.len();
                declaration(&export.declaration, &slice, &mut module.items);
                for item in &module.items[before..] {
                    match item {
                        ModuleItem::Function(name, _) => module.exports.push(name.clone()),
                        ModuleItem::Variables(text) => module.exports.extend(variable_names(text)),
                        ModuleItem::Engine(name, _) => module.exports.push(name.clone()),
                        _ => {}
                    }
                }
            }
            Statement::ExportDefaultDeclaration(export) => {
                module.items.push(ModuleItem::Default(slice(export.declaration.span())));
                module.exports.push("default".to_owned());
            }
            Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    let exported = export_name(&specifier.exported);
                    module.exports.push(exported.clone());
                    module.items.push(ModuleItem::Alias(slice(specifier.local.span()), exported));
                }
            }
            Statement::ExportFromDeclaration(export) if export.export_kind.is_type() => {}
            Statement::ExportFromDeclaration(export) => {
                let names = export.specifiers.iter().filter(|one| !one.export_kind.is_type());
                let names: Vec<_> =
                    names.map(|one| (export_name(&one.local), export_name(&one.exported))).collect();
                module.exports.extend(names.iter().map(|(_, exported)| exported.clone()));
                let span = Span { start: export.span.start, end: export.span.end };
                module.imports.push(Import { specifier: export.source.value.to_string(), names, span });
            }
            Statement::ExportAllDeclaration(export) => {
                let exported = export.exported.as_ref().map_or_else(|| "*".to_owned(), export_name);
                let names = vec![("*".to_owned(), exported)];
                let span = Span { start: export.span.start, end: export.span.end };
                module.imports.push(Import { specifier: export.source.value.to_string(), names, span });
            }
            statement => match statement.as_declaration() {
                Some(inner) => declaration(inner, &slice, &mut module.items),
                None => module.runs_statements = true,
            },
        }
    }
    // Hardly any code has one, so hardly any is walked through for it.
    if source
        .match_indices("import")
        .any(|(at, word)| source[at + word.len()..].trim_start().starts_with('('))
    {
        let mut late = LateImports(Vec::new());
        late.visit_program(&parsed.program);
        module.late_imports = late.0;
    }
    (module, problem)
}

struct LateImports(Vec<LateImport>);

impl<'a> Visit<'a> for LateImports {
    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        if let Expression::StringLiteral(specifier) = &import.source {
            let span = Span { start: import.span.start, end: import.span.end };
            self.0.push(LateImport { specifier: specifier.value.to_string(), span });
        }
        walk::walk_import_expression(self, import);
    }
}

fn declaration(
    declaration: &Declaration<'_>,
    slice: &dyn Fn(oxc_span::Span) -> String,
    items: &mut Vec<ModuleItem>,
) {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            items.push(ModuleItem::Variables(slice(variables.span)))
        }
        Declaration::FunctionDeclaration(function) => {
            if let Some(id) = &function.id {
                items.push(ModuleItem::Function(id.name.to_string(), slice(function.span)));
            }
        }
        Declaration::ClassDeclaration(class) => {
            let source = slice(class.span);
            items.extend(class.id.iter().map(|id| ModuleItem::Engine(id.name.to_string(), source.clone())));
        }
        Declaration::TSEnumDeclaration(list) => {
            items.push(ModuleItem::Engine(list.id.name.to_string(), slice(list.span)))
        }
        // Something that imports it without saying that it is a type gets nothing, and no complaint.
        Declaration::TSTypeAliasDeclaration(alias) => items.push(undefined(&alias.id.name)),
        Declaration::TSInterfaceDeclaration(interface) => items.push(undefined(&interface.id.name)),
        _ => {}
    }
}

fn undefined(name: &str) -> ModuleItem {
    ModuleItem::Variables(format!("var {name} = undefined"))
}

pub(super) fn export_name(name: &ModuleExportName<'_>) -> String {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.to_string(),
        ModuleExportName::IdentifierReference(name) => name.name.to_string(),
        ModuleExportName::StringLiteral(name) => name.value.to_string(),
    }
}

fn variable_names(source: &str) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type()).parse();
    let mut names = Vec::new();
    for statement in &parsed.program.body {
        if let Some(Declaration::VariableDeclaration(variables)) = statement.as_declaration() {
            for declarator in &variables.declarations {
                names.extend(declarator.id.get_binding_identifiers().iter().map(|id| id.name.to_string()));
            }
        }
    }
    names
}

impl Evaluator<'_> {
    /// Evaluates the top level of a module into the environment. What needs a real engine stays
    /// unbound; its names are returned with the reason.
    pub fn load_module(&mut self, path: &SourcePath, module: &Module) -> Vec<(String, Problem)> {
        let mut problems = Vec::new();
        let names = Names { locals: Arc::default(), module: path.clone() };
        self.environment.modules.entry(path.clone()).or_default();
        // Functions first: they may be used above the line that declares them.
        for item in &module.items {
            if let ModuleItem::Function(name, source) = item {
                self.bind(path, vec![(name.clone(), declared(source, path))]);
            }
        }
        for item in &module.items {
            match item {
                ModuleItem::Function(..) => {}
                ModuleItem::Engine(name, _) => problems.push((name.clone(), Problem::Script(name.clone()))),
                ModuleItem::Alias(local, exported) => {
                    let frame = Frame { source: "", names: names.clone(), place: Span::default() };
                    if let Ok(value) = self.name(local, &frame) {
                        self.bind(path, vec![(exported.clone(), value)]);
                    }
                }
                ModuleItem::Default(source) => match self.evaluate(source, &names, Span::default()) {
                    Ok(value) => self.bind(path, vec![("default".to_owned(), value)]),
                    Err(problem) => problems.push(("default".to_owned(), problem)),
                },
                ModuleItem::Variables(source) => {
                    let allocator = Allocator::default();
                    let parsed = Parser::new(&allocator, source, source_type()).parse();
                    for statement in &parsed.program.body {
                        let Some(Declaration::VariableDeclaration(variables)) = statement.as_declaration()
                        else {
                            continue;
                        };
                        let frame = Frame { source, names: names.clone(), place: Span::default() };
                        match self.variables(variables, &frame) {
                            Ok(bound) => self.bind(path, bound),
                            Err(problem) => {
                                let unbound = variable_names(source);
                                problems.extend(unbound.into_iter().map(|name| (name, problem.clone())));
                            }
                        }
                    }
                }
            }
        }
        problems
    }

    /// Adds names to a file's top level.
    pub fn bind(&mut self, path: &SourcePath, names: Vec<(String, Value)>) {
        let bindings = self.environment.modules.entry(path.clone()).or_default();
        for (name, value) in names {
            bindings.set(name, value);
        }
    }
}
