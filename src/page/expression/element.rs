//! JSX inside an expression, as nodes.

use oxc_ast::ast::{
    JSXAttributeItem, JSXAttributeName, JSXAttributeValue, JSXChild, JSXElement, JSXElementName,
    JSXMemberExpression, JSXMemberExpressionObject,
};
use oxc_span::GetSpan;

use super::evaluate::Frame;
use super::globals::is_language_name;
use super::{Evaluator, Problem};
use crate::page::ast::{Attribute, AttributeValue, Element, Node, NodeKind, Value};
use crate::page::jsx::decode_entities;
use crate::text::Span;

impl Evaluator<'_> {
    pub(super) fn element(&mut self, element: &JSXElement<'_>, frame: &Frame<'_>) -> Result<Value, Problem> {
        let opening = &element.opening_element;
        let name = element_name(&opening.name).ok_or_else(|| Problem::Script("<this.…>".to_owned()))?;
        let mut attributes = Vec::with_capacity(opening.attributes.len());
        for item in &opening.attributes {
            self.attribute(item, frame, &mut attributes)?;
        }
        let children = match (&element.closing_element, name.as_str()) {
            // `<MDX>` is the door for Markdown inside JavaScript: its children are text to parse.
            (Some(closing), "MDX") => {
                let inner = oxc_span::Span::new(opening.span.end, closing.span().start);
                (self.markdown)(frame.slice(inner))
            }
            _ => self.children(&element.children, frame)?,
        };
        let root = name.split('.').next().unwrap_or("");
        let bound = match self.name(root, frame) {
            _ if !(name.starts_with(|c: char| c.is_uppercase()) || name.contains('.')) => None,
            Ok(value) => Some(value),
            Err(Problem::Script(reason)) if is_language_name(root) => return Err(Problem::Script(reason)),
            Err(_) => None,
        };
        if let Some(value) = bound {
            let value = name
                .split('.')
                .skip(1)
                .try_fold(value, |value, key| self.member(&value, key, true, frame))?;
            if let Value::Function(function) = value {
                let mut props: Vec<(String, Value)> =
                    attributes.into_iter().filter_map(plain_attribute).collect();
                if !children.is_empty() {
                    props.push(("children".to_owned(), children_value(children)));
                }
                let result = self.call_function(&function, vec![Value::Object(props)], frame.place)?;
                return Ok(Value::Nodes(nodes_of(result, frame.place)));
            }
        }
        let flow = !is_inline(&name);
        let kind = NodeKind::Element(Element { name: name.into(), attributes, flow, id: None, drawn: true });
        Ok(Value::Nodes(vec![Node::new(kind, frame.place, children)]))
    }

    fn attribute(
        &mut self,
        item: &JSXAttributeItem<'_>,
        frame: &Frame<'_>,
        attributes: &mut Vec<Attribute>,
    ) -> Result<(), Problem> {
        match item {
            JSXAttributeItem::SpreadAttribute(spread) => {
                if let Value::Object(entries) = self.expression(&spread.argument, frame)? {
                    attributes
                        .extend(entries.into_iter().map(|(name, value)| evaluated(name, value, frame.place)));
                }
            }
            JSXAttributeItem::Attribute(attribute) => {
                let name = match &attribute.name {
                    JSXAttributeName::Identifier(identifier) => identifier.name.to_string(),
                    JSXAttributeName::NamespacedName(name) => {
                        format!("{}:{}", name.namespace.name, name.name.name)
                    }
                };
                let value = match &attribute.value {
                    None => Value::Bool(true),
                    Some(JSXAttributeValue::StringLiteral(text)) => {
                        Value::String(decode_entities(&text.value))
                    }
                    Some(JSXAttributeValue::Element(element)) => self.element(element, frame)?,
                    Some(JSXAttributeValue::Fragment(fragment)) => {
                        Value::Nodes(self.children(&fragment.children, frame)?)
                    }
                    Some(JSXAttributeValue::ExpressionContainer(container)) => {
                        match container.expression.as_expression() {
                            Some(expression) => self.expression(expression, frame)?,
                            None => Value::Undefined,
                        }
                    }
                };
                if matches!(value, Value::Function(_)) && name.starts_with("on") || name == "ref" {
                    return Err(Problem::Script(name));
                }
                attributes.push(evaluated(name, value, frame.place));
            }
        }
        Ok(())
    }

    pub(super) fn children(
        &mut self,
        children: &[JSXChild<'_>],
        frame: &Frame<'_>,
    ) -> Result<Vec<Node>, Problem> {
        let mut nodes = Vec::new();
        for child in children {
            match child {
                JSXChild::Text(text) => {
                    let words = jsx_text(&text.value);
                    if !words.is_empty() {
                        nodes.push(Node::text(words, frame.place));
                    }
                }
                JSXChild::Element(element) => {
                    nodes.extend(nodes_of(self.element(element, frame)?, frame.place))
                }
                JSXChild::Fragment(fragment) => nodes.extend(self.children(&fragment.children, frame)?),
                JSXChild::ExpressionContainer(container) => {
                    if let Some(expression) = container.expression.as_expression() {
                        let value = self.expression(expression, frame)?;
                        if matches!(value, Value::Function(_) | Value::Object(_)) {
                            return Err(Problem::Script("children that are a function".to_owned()));
                        }
                        nodes.extend(nodes_of(value, frame.place));
                    }
                }
                JSXChild::Spread(_) => return Err(Problem::Script("spread children".to_owned())),
            }
        }
        Ok(nodes)
    }
}

/// Children as the value that a component sees: words alone are a string.
pub fn children_value(nodes: Vec<Node>) -> Value {
    match <[Node; 1]>::try_from(nodes) {
        Ok([Node { kind: NodeKind::Text(text), .. }]) => Value::String(text),
        Ok([only]) => Value::Nodes(vec![only]),
        Err(nodes) => Value::Nodes(nodes),
    }
}

/// A value as children: text for strings and numbers, nothing for booleans and nothing.
pub fn nodes_of(value: Value, place: Span) -> Vec<Node> {
    match value {
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => vec![Node::text(text, place)],
        Value::Number(_) => value.as_text().map(|text| Node::text(text, place)).into_iter().collect(),
        Value::Array(items) => items.into_iter().flat_map(|item| nodes_of(item, place)).collect(),
        Value::Nodes(nodes) => nodes,
        Value::Undefined | Value::Null | Value::Bool(_) | Value::Object(_) | Value::Function(_) => Vec::new(),
    }
}

fn evaluated(name: String, value: Value, span: Span) -> Attribute {
    Attribute { name: name.into(), value: AttributeValue::Value(value), span }
}

fn plain_attribute(attribute: Attribute) -> Option<(String, Value)> {
    match attribute.value {
        AttributeValue::Value(value) => Some((attribute.name.to_string(), value)),
        AttributeValue::Expression(_) => None,
    }
}

pub(super) fn element_name(name: &JSXElementName<'_>) -> Option<String> {
    match name {
        JSXElementName::Identifier(identifier) => Some(identifier.name.to_string()),
        JSXElementName::IdentifierReference(identifier) => Some(identifier.name.to_string()),
        JSXElementName::NamespacedName(name) => Some(format!("{}:{}", name.namespace.name, name.name.name)),
        JSXElementName::MemberExpression(member) => member_name(member),
        JSXElementName::ThisExpression(_) => None,
    }
}

fn member_name(member: &JSXMemberExpression<'_>) -> Option<String> {
    let object = match &member.object {
        JSXMemberExpressionObject::IdentifierReference(identifier) => identifier.name.to_string(),
        JSXMemberExpressionObject::MemberExpression(inner) => member_name(inner)?,
        JSXMemberExpressionObject::ThisExpression(_) => return None,
    };
    Some(format!("{object}.{}", member.property.name))
}

/// JSX's white space: lines are trimmed and joined by one blank; a text of blank lines is nothing.
pub(super) fn jsx_text(text: &str) -> String {
    if !text.contains('\n') {
        return decode_entities(text);
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let last = lines.len() - 1;
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        let mut line = line.trim_end_matches('\r');
        if index > 0 {
            line = line.trim_start();
        }
        if index < last {
            line = line.trim_end();
        }
        if line.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line);
    }
    decode_entities(&out)
}

pub fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "br"
            | "cite"
            | "code"
            | "data"
            | "dfn"
            | "em"
            | "i"
            | "kbd"
            | "mark"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "u"
            | "var"
            | "img"
            | "input"
            | "label"
    )
}

/// True for elements that may hold only inline content: a Markdown paragraph directly inside is unwrapped.
pub fn holds_inline_only(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "button"
            | "cite"
            | "code"
            | "dt"
            | "em"
            | "figcaption"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "i"
            | "kbd"
            | "label"
            | "legend"
            | "mark"
            | "option"
            | "p"
            | "pre"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "summary"
            | "sup"
            | "u"
            | "var"
    )
}
