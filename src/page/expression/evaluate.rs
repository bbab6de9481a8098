//! The walk over one expression.

use std::sync::Arc;

use oxc_ast::ast::{
    ArrayExpressionElement, BinaryOperator, ChainElement, Expression, LogicalOperator, ObjectPropertyKind,
    PropertyKey, UnaryOperator,
};
use oxc_span::GetSpan;

use super::globals::{is_browser_name, is_language_name};
use super::{Evaluator, MAX_DEPTH, Names, Problem};
use crate::page::ast::{Function, Value, format_number};
use crate::text::Span;

/// Where an expression stands: its text, the names it sees, and its place in the page.
#[derive(Clone)]
pub(super) struct Frame<'s> {
    /// The text that the tree's spans refer to.
    pub source: &'s str,
    pub names: Names,
    pub place: Span,
}

impl Frame<'_> {
    /// The same frame with more local names.
    pub fn with(&self, more: Vec<(String, Value)>) -> Self {
        if more.is_empty() {
            return self.clone();
        }
        let mut locals = Vec::clone(&self.names.locals);
        locals.extend(more);
        Self { names: Names { locals: Arc::new(locals), module: self.names.module.clone() }, ..self.clone() }
    }

    /// The source text of a tree node.
    pub fn slice(&self, span: oxc_span::Span) -> &str {
        self.source.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

impl Evaluator<'_> {
    pub(super) fn expression(
        &mut self,
        expression: &Expression<'_>,
        frame: &Frame<'_>,
    ) -> Result<Value, Problem> {
        self.spend()?;
        if self.depth >= MAX_DEPTH {
            return Err(Problem::Limit);
        }
        self.depth += 1;
        let value = self.expression_inner(expression, frame);
        self.depth -= 1;
        value
    }

    fn expression_inner(&mut self, expression: &Expression<'_>, frame: &Frame<'_>) -> Result<Value, Problem> {
        match expression {
            Expression::BooleanLiteral(literal) => Ok(Value::Bool(literal.value)),
            Expression::NullLiteral(_) => Ok(Value::Null),
            Expression::NumericLiteral(literal) => Ok(Value::Number(literal.value)),
            Expression::StringLiteral(literal) => Ok(Value::String(literal.value.to_string())),
            Expression::TemplateLiteral(template) => {
                let mut text = String::new();
                for (index, quasi) in template.quasis.iter().enumerate() {
                    text.push_str(quasi.value.cooked.as_ref().unwrap_or(&quasi.value.raw));
                    if let Some(hole) = template.expressions.get(index) {
                        match self.expression(hole, frame)? {
                            Value::Nodes(_) => return Err(script(frame, hole)),
                            value => text.push_str(&display(&value)),
                        }
                    }
                }
                Ok(Value::String(text))
            }
            Expression::Identifier(identifier) => self.name(&identifier.name, frame),
            Expression::ParenthesizedExpression(inner) => self.expression(&inner.expression, frame),
            Expression::TSAsExpression(inner) => self.expression(&inner.expression, frame),
            Expression::TSSatisfiesExpression(inner) => self.expression(&inner.expression, frame),
            Expression::TSNonNullExpression(inner) => self.expression(&inner.expression, frame),
            Expression::SequenceExpression(sequence) => {
                let mut last = Value::Undefined;
                for expression in &sequence.expressions {
                    last = self.expression(expression, frame)?;
                }
                Ok(last)
            }
            Expression::ArrayExpression(array) => self.array(&array.elements, frame),
            Expression::ObjectExpression(object) => self.object(&object.properties, frame),
            Expression::ConditionalExpression(conditional) => {
                let branch = if self.expression(&conditional.test, frame)?.truthy() {
                    &conditional.consequent
                } else {
                    &conditional.alternate
                };
                self.expression(branch, frame)
            }
            Expression::LogicalExpression(logical) => {
                let left = match self.expression(&logical.left, frame) {
                    // `user.name ?? "anonymous"` has a value even where `user` is unknown.
                    Err(Problem::Unbound(_)) if logical.operator == LogicalOperator::Coalesce => {
                        Value::Undefined
                    }
                    left => left?,
                };
                let keep_left = match logical.operator {
                    LogicalOperator::And => !left.truthy(),
                    LogicalOperator::Or => left.truthy(),
                    LogicalOperator::Coalesce => !matches!(left, Value::Undefined | Value::Null),
                };
                if keep_left { Ok(left) } else { self.expression(&logical.right, frame) }
            }
            Expression::UnaryExpression(unary) => {
                let value = self.expression(&unary.argument, frame);
                if unary.operator == UnaryOperator::Typeof {
                    return match value {
                        Ok(Value::Nodes(_)) => Err(script(frame, expression)),
                        Ok(value) => Ok(Value::String(type_name(&value).to_owned())),
                        Err(Problem::Unbound(_)) => Ok(Value::String("undefined".to_owned())),
                        Err(problem) => Err(problem),
                    };
                }
                let value = value?;
                Ok(match unary.operator {
                    UnaryOperator::LogicalNot => Value::Bool(!value.truthy()),
                    UnaryOperator::UnaryNegation => Value::Number(-number(&value)),
                    UnaryOperator::UnaryPlus => Value::Number(number(&value)),
                    UnaryOperator::Void => Value::Undefined,
                    _ => return Err(script(frame, expression)),
                })
            }
            Expression::BinaryExpression(binary) => {
                let left = self.expression(&binary.left, frame)?;
                let right = self.expression(&binary.right, frame)?;
                binary_value(binary.operator, &left, &right).ok_or_else(|| script(frame, expression))
            }
            Expression::StaticMemberExpression(member) => {
                let object = self.expression(&member.object, frame)?;
                self.member(&object, &member.property.name, member.optional, frame)
            }
            Expression::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object, frame)?;
                let key = display(&self.expression(&member.expression, frame)?);
                self.member(&object, &key, member.optional, frame)
            }
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(call) => self.call(call, frame),
                ChainElement::StaticMemberExpression(member) => {
                    let object = self.expression(&member.object, frame)?;
                    self.member(&object, &member.property.name, true, frame)
                }
                ChainElement::ComputedMemberExpression(member) => {
                    let object = self.expression(&member.object, frame)?;
                    let key = display(&self.expression(&member.expression, frame)?);
                    self.member(&object, &key, true, frame)
                }
                _ => Err(script(frame, expression)),
            },
            Expression::ArrowFunctionExpression(function) if !function.r#async => {
                Ok(closure(frame, function.span()))
            }
            Expression::FunctionExpression(function) if !function.r#async && !function.generator => {
                Ok(closure(frame, function.span()))
            }
            Expression::CallExpression(call) => self.call(call, frame),
            Expression::JSXElement(element) => self.element(element, frame),
            Expression::JSXFragment(fragment) => self.children(&fragment.children, frame).map(Value::Nodes),
            _ => Err(script(frame, expression)),
        }
    }

    /// A name: innermost local first, then the file's top level, then what every page knows.
    pub(super) fn name(&mut self, name: &str, frame: &Frame<'_>) -> Result<Value, Problem> {
        if let Some((_, value)) = frame.names.locals.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(value.clone());
        }
        let module = self.environment.modules.get(&frame.names.module);
        if let Some(value) = module.and_then(|names| names.get(name)) {
            return Ok(value.clone());
        }
        match name {
            "undefined" => Ok(Value::Undefined),
            "NaN" => Ok(Value::Number(f64::NAN)),
            "Infinity" => Ok(Value::Number(f64::INFINITY)),
            // Nobody is signed in on a static site.
            "user" => Ok(Value::Object(Vec::new())),
            _ if is_language_name(name) || is_browser_name(name) => Err(Problem::Script(name.to_owned())),
            _ => Err(Problem::Unbound(name.to_owned())),
        }
    }

    fn array(
        &mut self,
        elements: &[ArrayExpressionElement<'_>],
        frame: &Frame<'_>,
    ) -> Result<Value, Problem> {
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            match element {
                ArrayExpressionElement::SpreadElement(spread) => match self
                    .expression(&spread.argument, frame)?
                {
                    Value::Array(items) => values.extend(items),
                    Value::String(text) => values.extend(text.chars().map(|c| Value::String(c.to_string()))),
                    _ => return Err(Problem::Script("spread of a value that is not a list".to_owned())),
                },
                ArrayExpressionElement::Elision(_) => values.push(Value::Undefined),
                element => {
                    if let Some(expression) = element.as_expression() {
                        values.push(self.expression(expression, frame)?);
                    }
                }
            }
        }
        Ok(Value::Array(values))
    }

    fn object(&mut self, properties: &[ObjectPropertyKind<'_>], frame: &Frame<'_>) -> Result<Value, Problem> {
        let mut entries: Vec<(String, Value)> = Vec::with_capacity(properties.len());
        for property in properties {
            match property {
                ObjectPropertyKind::SpreadProperty(spread) => {
                    if let Value::Object(more) = self.expression(&spread.argument, frame)? {
                        more.into_iter().for_each(|(key, value)| set(&mut entries, key, value));
                    }
                }
                ObjectPropertyKind::ObjectProperty(property) => {
                    let key = self.key(&property.key, property.computed, frame)?;
                    let value = self.expression(&property.value, frame)?;
                    set(&mut entries, key, value);
                }
            }
        }
        Ok(Value::Object(entries))
    }

    pub(super) fn key(
        &mut self,
        key: &PropertyKey<'_>,
        computed: bool,
        frame: &Frame<'_>,
    ) -> Result<String, Problem> {
        if !computed && let Some(name) = key.static_name() {
            return Ok(name.into_owned());
        }
        match key.as_expression() {
            Some(expression) => Ok(display(&self.expression(expression, frame)?)),
            None => Err(Problem::Script("private name".to_owned())),
        }
    }

    pub(super) fn member(
        &mut self,
        object: &Value,
        key: &str,
        optional: bool,
        frame: &Frame<'_>,
    ) -> Result<Value, Problem> {
        match object {
            Value::Undefined | Value::Null if optional => Ok(Value::Undefined),
            Value::Undefined | Value::Null => Err(Problem::Script(format!(
                "reading `{key}` of nothing in {}",
                super::super::mask::shorten(frame.source)
            ))),
            Value::Object(entries) => Ok(entries
                .iter()
                .rev()
                .find(|(name, _)| name == key)
                .map_or(Value::Undefined, |(_, value)| value.clone())),
            // What an element is made of only an engine knows.
            Value::Nodes(_) => Err(Problem::Script(key.to_owned())),
            Value::Array(items) if key == "length" => Ok(Value::Number(items.len() as f64)),
            Value::String(text) if key == "length" => Ok(Value::Number(text.encode_utf16().count() as f64)),
            Value::Array(items) => Ok(key
                .parse::<usize>()
                .ok()
                .and_then(|at| items.get(at))
                .cloned()
                .unwrap_or(Value::Undefined)),
            Value::String(text) => {
                let character = key.parse::<usize>().ok().and_then(|at| text.encode_utf16().nth(at));
                let character = character.and_then(|unit| char::from_u32(u32::from(unit)));
                Ok(character.map_or(Value::Undefined, |c| Value::String(c.to_string())))
            }
            _ => Ok(Value::Undefined),
        }
    }
}

pub(super) fn closure(frame: &Frame<'_>, span: oxc_span::Span) -> Value {
    Value::Function(Box::new(Function {
        source: frame.slice(span).to_owned(),
        locals: frame.names.locals.clone(),
        module: frame.names.module.clone(),
    }))
}

pub(super) fn script(frame: &Frame<'_>, expression: &Expression<'_>) -> Problem {
    let text: String = frame.slice(expression.span()).chars().take(40).collect();
    Problem::Script(text)
}

fn set(entries: &mut Vec<(String, Value)>, key: String, value: Value) {
    match entries.iter_mut().find(|(name, _)| *name == key) {
        Some(entry) => entry.1 = value,
        None => entries.push((key, value)),
    }
}

/// JavaScript's `String(value)`.
pub(super) fn display(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => format_number(*value),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            items
                .iter()
                .map(|item| {
                    if matches!(item, Value::Undefined | Value::Null) { String::new() } else { display(item) }
                })
                .collect::<Vec<_>>()
                .join(",")
        }
        Value::Object(_) | Value::Nodes(_) => "[object Object]".to_owned(),
        Value::Function(function) => function.source.clone(),
    }
}

/// JavaScript's `Number(value)`.
pub(super) fn number(value: &Value) -> f64 {
    match value {
        Value::Null => 0.0,
        Value::Bool(value) => f64::from(u8::from(*value)),
        Value::Number(value) => *value,
        Value::String(text) if text.trim().is_empty() => 0.0,
        Value::String(text) if text.contains(|c: char| c.is_alphabetic() && c != 'e') => f64::NAN,
        Value::String(text) => text.trim().parse().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Function(_) => "function",
        _ => "object",
    }
}

fn binary_value(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    let numeric = |result: f64| Some(Value::Number(result));
    match operator {
        BinaryOperator::Addition => {
            let textual = |value: &Value| {
                !matches!(value, Value::Number(_) | Value::Bool(_) | Value::Null | Value::Undefined)
            };
            if textual(left) || textual(right) {
                Some(Value::String(display(left) + &display(right)))
            } else {
                numeric(number(left) + number(right))
            }
        }
        BinaryOperator::Subtraction => numeric(number(left) - number(right)),
        BinaryOperator::Multiplication => numeric(number(left) * number(right)),
        BinaryOperator::Division => numeric(number(left) / number(right)),
        BinaryOperator::Remainder => numeric(number(left) % number(right)),
        BinaryOperator::Exponential => numeric(number(left).powf(number(right))),
        BinaryOperator::StrictEquality => Some(Value::Bool(same(left, right))),
        BinaryOperator::StrictInequality => Some(Value::Bool(!same(left, right))),
        BinaryOperator::Equality => Some(Value::Bool(loosely_same(left, right))),
        BinaryOperator::Inequality => Some(Value::Bool(!loosely_same(left, right))),
        BinaryOperator::LessThan => compare(left, right, |order| order.is_lt()),
        BinaryOperator::LessEqualThan => compare(left, right, |order| order.is_le()),
        BinaryOperator::GreaterThan => compare(left, right, |order| order.is_gt()),
        BinaryOperator::GreaterEqualThan => compare(left, right, |order| order.is_ge()),
        BinaryOperator::In => match right {
            Value::Object(entries) => {
                Some(Value::Bool(entries.iter().any(|(name, _)| *name == display(left))))
            }
            _ => None,
        },
        _ => None,
    }
}

fn compare(left: &Value, right: &Value, test: fn(std::cmp::Ordering) -> bool) -> Option<Value> {
    let order = match (left, right) {
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => number(left).partial_cmp(&number(right)),
    };
    Some(Value::Bool(order.is_some_and(test)))
}

fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        // Two lists or objects are the same only when they are one; values here are copies.
        (Value::Array(_) | Value::Object(_) | Value::Nodes(_) | Value::Function(_), _) => false,
        _ => left == right,
    }
}

fn loosely_same(left: &Value, right: &Value) -> bool {
    let nothing = |value: &Value| matches!(value, Value::Undefined | Value::Null);
    match (left, right) {
        _ if nothing(left) || nothing(right) => nothing(left) && nothing(right),
        (Value::String(_), Value::String(_)) => left == right,
        (
            Value::String(_) | Value::Number(_) | Value::Bool(_),
            Value::String(_) | Value::Number(_) | Value::Bool(_),
        ) => number(left) == number(right),
        _ => same(left, right),
    }
}
