//! Writes a project whose API description has any size, for measurements:
//! `cargo run --release --example generate_description -- DIR OPERATIONS KILOBYTES_EACH`.

// Examples stand outside the program.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fmt::Write;

/// Words of descriptions.
const WORDS: [&str; 12] =
    ["the", "order", "of", "an", "account", "is", "kept", "until", "its", "owner", "closes", "it"];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let mut number = |default: usize| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (operations, kilobytes) = (number(2_000), number(12));
    let mut text = String::from(
        "{\n\"openapi\": \"3.1.0\",\n\"info\": {\"title\": \"Large\", \"version\": \"1\"},\n\
         \"servers\": [{\"url\": \"https://api.example\"}],\n\"paths\": {\n",
    );
    for operation in 0..operations {
        let comma = if operation == 0 { "" } else { ",\n" };
        let start = text.len();
        let _ = write!(
            text,
            "{comma}\"/things{operation}/{{id}}\": {{\"post\": {{\"tags\": [\"Part {}\"], \"summary\": \"Make thing \
             {operation}\", \"parameters\": [{{\"name\": \"id\", \"in\": \"path\", \"required\": true, \"schema\": \
             {{\"type\": \"string\"}}}}], \"requestBody\": {{\"content\": {{\"application/json\": {{\"schema\": \
             {{\"type\": \"object\", \"properties\": {{\"first\": {{\"$ref\": \"#/components/schemas/S{}\"}}",
            operation / 50,
            operation % 300,
        );
        let mut field = 0;
        while text.len() - start < kilobytes * 1_000 {
            let _ = write!(text, ",\n\"field{field}\": {{\"type\": \"string\", \"description\": \"");
            for word in 0..30 {
                let _ = write!(text, "{} ", WORDS[(operation + field * 7 + word * 5) % WORDS.len()]);
            }
            let _ = write!(text, "\", \"maxLength\": {}}}", field + 10);
            field += 1;
        }
        let _ = write!(
            text,
            "}}}}}}}}}}, \"responses\": {{\"200\": {{\"description\": \"Made\", \"content\": {{\"application/json\": \
             {{\"schema\": {{\"$ref\": \"#/components/schemas/S{}\"}}}}}}}}}}}}}}",
            (operation * 7) % 300,
        );
    }
    text.push_str("\n},\n\"components\": {\"schemas\": {\n");
    for schema in 0..300 {
        let comma = if schema == 0 { "" } else { ",\n" };
        let next = if schema + 1 < 300 { schema + 1 } else { 0 };
        let _ = write!(
            text,
            "{comma}\"S{schema}\": {{\"type\": \"object\", \"properties\": {{\"id\": {{\"type\": \"string\", \"format\": \
             \"uuid\"}}, \"count\": {{\"type\": \"integer\"}}, \"near\": {{\"$ref\": \"#/components/schemas/S{next}\"}}}}}}"
        );
    }
    text.push_str("}}}\n");
    let config = "{\"theme\": \"mint\", \"name\": \"Large\", \"colors\": {\"primary\": \"#166534\"}, \
                  \"navigation\": {\"groups\": [{\"group\": \"Start\", \"pages\": [\"index\"]}, \
                  {\"group\": \"API\", \"openapi\": \"openapi.json\"}]}}\n";
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("openapi.json", text.as_str()), ("docs.json", config), ("index.mdx", "# Large\n")] {
        std::fs::write(format!("{folder}/{name}"), text).expect("a file");
    }
    println!("{:.1} MB in {folder}", text.len() as f64 / 1e6);
}
