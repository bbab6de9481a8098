//! Calls: functions written in pages, and the methods of lists and texts that pages use.

use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, BindingPattern, CallExpression, Declaration, Expression, FormalParameters,
    Statement, VariableDeclaration,
};
use oxc_parser::Parser;
use oxc_span::GetSpan;

use super::evaluate::{Frame, closure, display, number, script};
use super::{Evaluator, MAX_DEPTH, Names, Problem, source_type};
use crate::page::ast::{Function, Value};
use crate::text::Span;

/// Longest text that a method may make.
const LONGEST_TEXT: usize = 1 << 20;

/// How a run of statements ended.
enum Flow {
    Next,
    Return(Value),
}

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &CallExpression<'_>, frame: &Frame<'_>) -> Result<Value, Problem> {
        let (object, method, optional) = match &call.callee {
            Expression::StaticMemberExpression(member) => {
                if let Expression::Identifier(object) = &member.object
                    && matches!(&*object.name, "Object" | "Math" | "JSON" | "Array" | "Number" | "React")
                {
                    let arguments = self.arguments(&call.arguments, frame)?;
                    return global_method(&object.name, &member.property.name, arguments)
                        .ok_or_else(|| script(frame, &call.callee));
                }
                let object = self.expression(&member.object, frame)?;
                (object, member.property.name.to_string(), member.optional || call.optional)
            }
            Expression::Identifier(identifier)
                if matches!(&*identifier.name, "String" | "Number" | "Boolean" | "encodeURIComponent") =>
            {
                let arguments = self.arguments(&call.arguments, frame)?;
                let first = arguments.first().cloned().unwrap_or(Value::Undefined);
                return match &*identifier.name {
                    "String" => Ok(Value::String(display(&first))),
                    "Number" => Ok(Value::Number(number(&first))),
                    "Boolean" => Ok(Value::Bool(first.truthy())),
                    _ => Err(script(frame, &call.callee)),
                };
            }
            callee => {
                let function = self.expression(callee, frame)?;
                let arguments = self.arguments(&call.arguments, frame)?;
                return match function {
                    Value::Function(function) => self.call_function(&function, arguments, frame.place),
                    Value::Undefined | Value::Null if call.optional => Ok(Value::Undefined),
                    _ => Err(script(frame, callee)),
                };
            }
        };
        if optional && matches!(object, Value::Undefined | Value::Null) {
            return Ok(Value::Undefined);
        }
        let arguments = self.arguments(&call.arguments, frame)?;
        if let Value::Object(entries) = &object
            && let Some((_, Value::Function(function))) =
                entries.iter().rev().find(|(name, _)| *name == method)
        {
            return self.call_function(&function.clone(), arguments, frame.place);
        }
        self.method(object, &method, arguments, frame.place)?.ok_or_else(|| script(frame, &call.callee))
    }

    fn arguments(&mut self, arguments: &[Argument<'_>], frame: &Frame<'_>) -> Result<Vec<Value>, Problem> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                Argument::SpreadElement(spread) => match self.expression(&spread.argument, frame)? {
                    Value::Array(items) => values.extend(items),
                    _ => return Err(Problem::Script("spread argument".to_owned())),
                },
                argument => {
                    if let Some(expression) = argument.as_expression() {
                        values.push(self.expression(expression, frame)?);
                    }
                }
            }
        }
        Ok(values)
    }

    pub(super) fn call_function(
        &mut self,
        function: &Function,
        arguments: Vec<Value>,
        place: Span,
    ) -> Result<Value, Problem> {
        self.spend()?;
        if self.depth >= MAX_DEPTH {
            return Err(Problem::Limit);
        }
        self.depth += 1;
        let result = self.call_source(function, arguments, place);
        self.depth -= 1;
        result
    }

    fn call_source(
        &mut self,
        function: &Function,
        arguments: Vec<Value>,
        place: Span,
    ) -> Result<Value, Problem> {
        let allocator = Allocator::default();
        let source = format!("({}\n)", function.source);
        let expression = Parser::new(&allocator, &source, source_type())
            .parse_expression()
            .map_err(|_| Problem::Syntax("function".to_owned()))?;
        let names = Names { locals: function.locals.clone(), module: function.module.clone() };
        let frame = Frame { source: &source, names, place };
        match expression.without_parentheses() {
            Expression::ArrowFunctionExpression(arrow) => {
                let frame = self.parameters(&arrow.params, arguments, &frame)?;
                match &arrow.body {
                    ArrowFunctionBody::FunctionBody(body) => self.body(&body.statements, &frame),
                    body => match body.as_expression() {
                        Some(expression) => self.expression(expression, &frame),
                        None => Ok(Value::Undefined),
                    },
                }
            }
            Expression::FunctionExpression(function) => {
                let frame = self.parameters(&function.params, arguments, &frame)?;
                match &function.body {
                    Some(body) => self.body(&body.statements, &frame),
                    None => Ok(Value::Undefined),
                }
            }
            other => Err(script(&frame, other)),
        }
    }

    fn parameters<'s>(
        &mut self,
        parameters: &FormalParameters<'_>,
        arguments: Vec<Value>,
        frame: &Frame<'s>,
    ) -> Result<Frame<'s>, Problem> {
        let mut frame = frame.clone();
        let mut arguments = arguments.into_iter();
        for parameter in &parameters.items {
            let mut value = arguments.next().unwrap_or(Value::Undefined);
            if value == Value::Undefined
                && let Some(initializer) = &parameter.initializer
            {
                value = self.expression(initializer, &frame)?;
            }
            let mut bound = Vec::new();
            self.bind_pattern(&parameter.pattern, value, &frame, &mut bound)?;
            frame = frame.with(bound);
        }
        if let Some(rest) = &parameters.rest {
            let mut bound = Vec::new();
            self.bind_pattern(&rest.rest.argument, Value::Array(arguments.collect()), &frame, &mut bound)?;
            frame = frame.with(bound);
        }
        Ok(frame)
    }

    pub(super) fn bind_pattern(
        &mut self,
        pattern: &BindingPattern<'_>,
        value: Value,
        frame: &Frame<'_>,
        bound: &mut Vec<(String, Value)>,
    ) -> Result<(), Problem> {
        match pattern {
            BindingPattern::BindingIdentifier(identifier) => bound.push((identifier.name.to_string(), value)),
            BindingPattern::AssignmentPattern(assignment) => {
                let value = if value == Value::Undefined {
                    self.expression(&assignment.right, frame)?
                } else {
                    value
                };
                self.bind_pattern(&assignment.left, value, frame, bound)?;
            }
            BindingPattern::ObjectPattern(object) => {
                let mut taken = Vec::new();
                for property in &object.properties {
                    let key = self.key(&property.key, property.computed, frame)?;
                    let member = self.member(&value, &key, false, frame)?;
                    taken.push(key);
                    self.bind_pattern(&property.value, member, frame, bound)?;
                }
                if let (Some(rest), Value::Object(entries)) = (&object.rest, &value) {
                    let left = entries.iter().filter(|(name, _)| !taken.contains(name)).cloned().collect();
                    self.bind_pattern(&rest.argument, Value::Object(left), frame, bound)?;
                }
            }
            BindingPattern::ArrayPattern(array) => {
                for (index, element) in array.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let member = self.member(&value, &index.to_string(), false, frame)?;
                        self.bind_pattern(element, member, frame, bound)?;
                    }
                }
                if let (Some(rest), Value::Array(items)) = (&array.rest, &value) {
                    let left = items.iter().skip(array.elements.len()).cloned().collect();
                    self.bind_pattern(&rest.argument, Value::Array(left), frame, bound)?;
                }
            }
        }
        Ok(())
    }

    fn body(&mut self, statements: &[Statement<'_>], frame: &Frame<'_>) -> Result<Value, Problem> {
        let mut frame = frame.clone();
        match self.statements(statements, &mut frame)? {
            Flow::Return(value) => Ok(value),
            Flow::Next => Ok(Value::Undefined),
        }
    }

    fn statements(&mut self, statements: &[Statement<'_>], frame: &mut Frame<'_>) -> Result<Flow, Problem> {
        for statement in statements {
            self.spend()?;
            match statement {
                Statement::ReturnStatement(returned) => {
                    return Ok(Flow::Return(match &returned.argument {
                        Some(argument) => self.expression(argument, frame)?,
                        None => Value::Undefined,
                    }));
                }
                Statement::IfStatement(conditional) => {
                    let branch = if self.expression(&conditional.test, frame)?.truthy() {
                        Some(&conditional.consequent)
                    } else {
                        conditional.alternate.as_ref()
                    };
                    if let Some(branch) = branch
                        && let Flow::Return(value) =
                            self.statements(std::slice::from_ref(branch), &mut frame.clone())?
                    {
                        return Ok(Flow::Return(value));
                    }
                }
                Statement::BlockStatement(block) => {
                    if let Flow::Return(value) = self.statements(&block.body, &mut frame.clone())? {
                        return Ok(Flow::Return(value));
                    }
                }
                Statement::EmptyStatement(_) => {}
                statement => match statement.as_declaration() {
                    Some(Declaration::VariableDeclaration(variables)) => {
                        let bound = self.variables(variables, frame)?;
                        *frame = frame.with(bound);
                    }
                    Some(Declaration::FunctionDeclaration(function)) => {
                        if let Some(id) = &function.id {
                            let value = closure(frame, function.span());
                            *frame = frame.with(vec![(id.name.to_string(), value)]);
                        }
                    }
                    Some(Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_)) => {
                    }
                    _ => {
                        let text: String = frame.slice(statement.span()).chars().take(40).collect();
                        return Err(Problem::Script(text));
                    }
                },
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn variables(
        &mut self,
        declaration: &VariableDeclaration<'_>,
        frame: &Frame<'_>,
    ) -> Result<Vec<(String, Value)>, Problem> {
        let mut bound = Vec::new();
        for declarator in &declaration.declarations {
            let value = match &declarator.init {
                Some(init) => self.expression(init, &frame.with(bound.clone()))?,
                None => Value::Undefined,
            };
            self.bind_pattern(&declarator.id, value, frame, &mut bound)?;
        }
        Ok(bound)
    }

    /// A method of a value; `None` when it is not one of those known here.
    fn method(
        &mut self,
        object: Value,
        name: &str,
        arguments: Vec<Value>,
        place: Span,
    ) -> Result<Option<Value>, Problem> {
        match object {
            Value::Array(items) => self.list_method(items, name, arguments, place),
            Value::String(text) => Ok(text_method(&text, name, &arguments)),
            Value::Number(value) => Ok(match name {
                "toString" if arguments.is_empty() => Some(Value::String(display(&Value::Number(value)))),
                // Halves are rounded otherwise by the engine.
                "toFixed" if value.fract() == 0.0 && value.abs() < 1e15 => {
                    let digits = arguments.first().map_or(0.0, number).clamp(0.0, 20.0) as usize;
                    Some(Value::String(format!("{value:.digits$}")))
                }
                _ => None,
            }),
            _ => Ok(None),
        }
    }

    fn list_method(
        &mut self,
        items: Vec<Value>,
        name: &str,
        arguments: Vec<Value>,
        place: Span,
    ) -> Result<Option<Value>, Problem> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        if let Value::Function(function) = &first
            && function.source.split("=>").next().is_some_and(|head| head.matches(',').count() > 1)
        {
            // It may ask for the list.
            return Ok(None);
        }
        let is_plain =
            !matches!(first, Value::Array(_) | Value::Object(_) | Value::Nodes(_) | Value::Function(_));
        let mut each = |item: &Value, index: usize| match &first {
            Value::Function(function) => {
                self.call_function(function, vec![item.clone(), Value::Number(index as f64)], place)
            }
            _ => Err(Problem::Script(format!("{name} without a function"))),
        };
        let value = match name {
            "map" | "flatMap" => {
                let mut out = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    match each(item, index)? {
                        Value::Array(inner) if name == "flatMap" => out.extend(inner),
                        value => out.push(value),
                    }
                }
                Value::Array(out)
            }
            "filter" => {
                let mut out = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    if each(item, index)?.truthy() {
                        out.push(item.clone());
                    }
                }
                Value::Array(out)
            }
            "find" => {
                for (index, item) in items.iter().enumerate() {
                    if each(item, index)?.truthy() {
                        return Ok(Some(item.clone()));
                    }
                }
                Value::Undefined
            }
            "some" | "every" => {
                let wanted = name == "some";
                for (index, item) in items.iter().enumerate() {
                    if each(item, index)?.truthy() == wanted {
                        return Ok(Some(Value::Bool(wanted)));
                    }
                }
                Value::Bool(!wanted)
            }
            "join" => {
                let separator = if first == Value::Undefined { ",".to_owned() } else { display(&first) };
                let parts: Vec<String> =
                    items.into_iter().map(|item| display(&Value::Array(vec![item]))).collect();
                Value::String(parts.join(&separator))
            }
            "slice" => {
                let (start, end) = bounds(&arguments, items.len());
                Value::Array(items.get(start..end.max(start)).unwrap_or_default().to_vec())
            }
            "concat" => {
                let mut out = items;
                for argument in arguments {
                    match argument {
                        Value::Array(more) => out.extend(more),
                        value => out.push(value),
                    }
                }
                Value::Array(out)
            }
            "includes" if is_plain && arguments.len() == 1 => Value::Bool(items.contains(&first)),
            "indexOf" if is_plain && arguments.len() == 1 => {
                Value::Number(items.iter().position(|item| *item == first).map_or(-1.0, |at| at as f64))
            }
            "toReversed" => Value::Array(items.into_iter().rev().collect()),
            "flat" if arguments.is_empty() => Value::Array(
                items
                    .into_iter()
                    .flat_map(|item| match item {
                        Value::Array(inner) => inner,
                        value => vec![value],
                    })
                    .collect(),
            ),
            _ => return Ok(None),
        };
        Ok(Some(value))
    }
}

fn text_method(text: &str, name: &str, arguments: &[Value]) -> Option<Value> {
    let first = arguments.first().map(display).unwrap_or_default();
    // Characters of two units, further arguments, and bounds in another order are left to the engine.
    let counts = matches!(name, "split" | "slice" | "substring" | "charAt" | "padStart");
    let takes = match name {
        "toUpperCase" | "toLowerCase" | "trim" | "toString" => 0..1,
        "includes" | "startsWith" | "endsWith" | "split" | "repeat" | "charAt" => 1..2,
        "replace" | "replaceAll" => 2..3,
        _ => 1..3,
    };
    if !takes.contains(&arguments.len()) || counts && text.chars().any(|c| c > '\u{ffff}') {
        return None;
    }
    Some(match name {
        "toUpperCase" => Value::String(text.to_uppercase()),
        "toLowerCase" => Value::String(text.to_lowercase()),
        "trim" => Value::String(text.trim().to_owned()),
        "toString" => Value::String(text.to_owned()),
        "includes" => Value::Bool(text.contains(&first)),
        "startsWith" => Value::Bool(text.starts_with(&first)),
        "endsWith" => Value::Bool(text.ends_with(&first)),
        "split" if first.is_empty() => {
            Value::Array(text.chars().map(|c| Value::String(c.to_string())).collect())
        }
        "split" => Value::Array(text.split(&first).map(|part| Value::String(part.to_owned())).collect()),
        "replace" | "replaceAll" => {
            let [Value::String(from), Value::String(to)] = arguments else { return None };
            if to.contains('$') || from.is_empty() {
                return None;
            }
            let times = if name == "replace" { 1 } else { usize::MAX };
            let replaced = if times == 1 { text.replacen(from, to, 1) } else { text.replace(from, to) };
            (replaced.len() <= LONGEST_TEXT).then_some(Value::String(replaced))?
        }
        "repeat" => {
            let times = arguments.first().map_or(0.0, number);
            let fits = times >= 0.0 && times * text.len() as f64 <= LONGEST_TEXT as f64;
            fits.then(|| Value::String(text.repeat(times as usize)))?
        }
        "slice" | "substring" => {
            let characters: Vec<char> = text.chars().collect();
            let (start, end) = bounds(arguments, characters.len());
            if name == "substring" && (start > end || !arguments.iter().all(|it| number(it) >= 0.0)) {
                return None;
            }
            Value::String(characters.get(start..end.max(start)).unwrap_or_default().iter().collect())
        }
        "charAt" => {
            let at = arguments.first().map_or(0.0, number) as usize;
            Value::String(text.chars().nth(at).map(String::from).unwrap_or_default())
        }
        "padStart" => {
            let width = arguments.first().map_or(0.0, number).min(1000.0) as usize;
            let fill = arguments.get(1).map_or_else(|| " ".to_owned(), display);
            let missing = width.saturating_sub(text.chars().count());
            Value::String(
                fill.chars().cycle().take(if fill.is_empty() { 0 } else { missing }).collect::<String>()
                    + text,
            )
        }
        _ => return None,
    })
}

/// `slice`'s bounds: negative ones count from the end.
fn bounds(arguments: &[Value], length: usize) -> (usize, usize) {
    let place = |value: Option<&Value>, absent: usize| match value {
        None | Some(Value::Undefined) => absent,
        Some(value) => {
            let at = number(value);
            let at = if at < 0.0 { length as f64 + at } else { at };
            at.clamp(0.0, length as f64) as usize
        }
    };
    (place(arguments.first(), 0), place(arguments.get(1), length))
}

fn global_method(object: &str, method: &str, arguments: Vec<Value>) -> Option<Value> {
    let first = arguments.first().cloned().unwrap_or(Value::Undefined);
    Some(match (object, method) {
        ("Object", "keys") => {
            entries(first)?.into_iter().map(|(key, _)| Value::String(key)).collect::<Vec<_>>().into()
        }
        ("Object", "values") => {
            entries(first)?.into_iter().map(|(_, value)| value).collect::<Vec<_>>().into()
        }
        ("Object", "entries") => entries(first)?
            .into_iter()
            .map(|(key, value)| Value::Array(vec![Value::String(key), value]))
            .collect::<Vec<_>>()
            .into(),
        ("Array", "isArray") => Value::Bool(matches!(first, Value::Array(_))),
        ("Math", "round") => Value::Number((number(&first) + 0.5).floor()),
        ("Math", "floor") => Value::Number(number(&first).floor()),
        ("Math", "ceil") => Value::Number(number(&first).ceil()),
        ("Math", "abs") => Value::Number(number(&first).abs()),
        ("Math", "max") => Value::Number(arguments.iter().map(number).fold(f64::NEG_INFINITY, f64::max)),
        ("Math", "min") => Value::Number(arguments.iter().map(number).fold(f64::INFINITY, f64::min)),
        _ => return None,
    })
}

fn entries(value: Value) -> Option<Vec<(String, Value)>> {
    match value {
        Value::Object(entries) => Some(entries),
        Value::Array(items) => {
            Some(items.into_iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect())
        }
        _ => None,
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Value::Array(items)
    }
}

/// A function declaration's source as a value.
pub(super) fn declared(source: &str, module: &crate::text::SourcePath) -> Value {
    Value::Function(Box::new(Function {
        source: source.to_owned(),
        locals: Arc::default(),
        module: module.clone(),
    }))
}
