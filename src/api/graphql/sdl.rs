//! A type in SDL: with its extensions, and without descriptions, which stand beside its fields.

use super::{Field, Type, TypeKind};

/// Longest line: the column beside the text is narrow.
const LONGEST_LINE: usize = 48;

/// The definition of a type.
pub(super) fn definition(of: &Type) -> String {
    let mut out = format!("{} {}", of.kind.keyword(), of.name);
    if !of.interfaces.is_empty() {
        let line = of.interfaces.join(" & ");
        match out.len() + line.len() > LONGEST_LINE && of.interfaces.len() > 1 {
            true => out.push_str(&format!(" implements\n  & {}", of.interfaces.join("\n  & "))),
            false => out.push_str(&format!(" implements {line}")),
        }
    }
    if let Some(url) = &of.specified_by {
        out.push_str(&format!(" @specifiedBy(url: {})", quoted(url)));
    }
    if of.is_one_of {
        out.push_str(" @oneOf");
    }
    if of.kind == TypeKind::Union {
        let line = format!(" = {}", of.members.join(" | "));
        match out.len() + line.len() > LONGEST_LINE {
            true => out.push_str(&format!(" =\n  | {}", of.members.join("\n  | "))),
            false if of.members.is_empty() => {}
            false => out.push_str(&line),
        }
    }
    if !of.fields.is_empty() {
        out.push_str(" {\n");
        of.fields.iter().for_each(|field| out.push_str(&field_line(field, of.kind)));
        out.push('}');
    }
    out
}

fn field_line(field: &Field, kind: TypeKind) -> String {
    let mut line = format!("  {}", field.name);
    let arguments: Vec<String> = field.arguments.iter().map(input).collect();
    if !arguments.is_empty() {
        let joined = arguments.join(", ");
        match line.len() + joined.len() > LONGEST_LINE && arguments.len() > 1 {
            true => line.push_str(&format!("(\n    {}\n  )", arguments.join("\n    "))),
            false => line.push_str(&format!("({joined})")),
        }
    }
    if kind != TypeKind::Enum {
        line.push_str(&format!(": {}", field.of.text()));
    }
    line.push_str(&after(field));
    line.push('\n');
    line
}

fn input(field: &Field) -> String {
    format!("{}: {}{}", field.name, field.of.text(), after(field))
}

/// Default and deprecation.
fn after(field: &Field) -> String {
    let default = field.default.as_ref().map(|default| format!(" = {}", default.text));
    let deprecated = field.deprecated.as_ref().map(|reason| match reason.is_empty() {
        true => " @deprecated".to_owned(),
        false => format!(" @deprecated(reason: {})", quoted(reason)),
    });
    default.unwrap_or_default() + &deprecated.unwrap_or_default()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
