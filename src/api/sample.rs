//! Code samples of an operation in the languages that readers use (OAS-55 to OAS-58).
//!
//! [`request`] says what is sent: address, headers, body, all of it as text. Each module below writes that one
//! request in a language, with the library that people use there, and knows nothing of API descriptions.

use crate::config::api::{ApiExamples, SAMPLE_LANGUAGES};

use self::request::SampleRequest;
use super::{ApiDescription, Operation, request as call};

pub mod body;
mod c;
mod cpp;
mod csharp;
mod curl;
mod dart;
mod go;
mod java;
mod javascript;
mod kotlin;
mod literal;
mod php;
mod powershell;
mod python;
pub mod request;
mod ruby;
mod rust;
mod style;
mod swift;
pub(super) mod xml;

/// Most bytes of samples with named bodies before only one language is left.
const MAX_NAMED_CODE: usize = 60_000;

/// What a generated sample is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    Curl,
    Python,
    JavaScript,
    Node,
    Php,
    Go,
    Java,
    Ruby,
    PowerShell,
    Swift,
    CSharp,
    DotNet,
    TypeScript,
    C,
    Cpp,
    Kotlin,
    Rust,
    Dart,
}

/// One language: the title of its tab, and how the code is coloured. Its names stand in the same place of
/// [`SAMPLE_LANGUAGES`].
struct Known(Language, &'static str, &'static str);

const KNOWN: [Known; SAMPLE_LANGUAGES.len()] = [
    Known(Language::Curl, "cURL", "bash"),
    Known(Language::Python, "Python", "python"),
    Known(Language::JavaScript, "JavaScript", "javascript"),
    Known(Language::Node, "Node.js", "javascript"),
    Known(Language::Php, "PHP", "php"),
    Known(Language::Go, "Go", "go"),
    Known(Language::Java, "Java", "java"),
    Known(Language::Ruby, "Ruby", "ruby"),
    Known(Language::PowerShell, "PowerShell", "powershell"),
    Known(Language::Swift, "Swift", "swift"),
    Known(Language::CSharp, "C#", "csharp"),
    Known(Language::DotNet, ".NET", "csharp"),
    Known(Language::TypeScript, "TypeScript", "typescript"),
    Known(Language::C, "C", "c"),
    Known(Language::Cpp, "C++", "cpp"),
    Known(Language::Kotlin, "Kotlin", "kotlin"),
    Known(Language::Rust, "Rust", "rust"),
    Known(Language::Dart, "Dart", "dart"),
];

/// The languages when none are configured.
const USUAL: [Language; 7] = [
    Language::Curl,
    Language::Python,
    Language::JavaScript,
    Language::Php,
    Language::Go,
    Language::Java,
    Language::Ruby,
];

impl Language {
    /// All languages, in the order of OAS-55.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|known| known.0)
    }

    /// The language of a name in a configuration; aliases and letter case do not matter.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let at = SAMPLE_LANGUAGES
            .iter()
            .position(|names| names.iter().any(|own| own.eq_ignore_ascii_case(name)))?;
        KNOWN.get(at).map(|known| known.0)
    }

    /// The name that configurations write.
    pub fn name(self) -> &'static str {
        let at = KNOWN.iter().position(|known| known.0 == self);
        at.and_then(|at| SAMPLE_LANGUAGES.get(at)?.first().copied()).unwrap_or("")
    }

    /// The title of its tab.
    pub fn label(self) -> &'static str {
        self.known().map_or("", |known| known.1)
    }

    /// The language of the code block.
    pub fn fence(self) -> &'static str {
        self.known().map_or("text", |known| known.2)
    }

    fn known(self) -> Option<&'static Known> {
        KNOWN.iter().find(|known| known.0 == self)
    }
}

/// One generated sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub language: Language,
    pub code: String,
}

/// The languages of a site, in the configured order and each once; the usual ones when no known one is named.
pub fn languages(examples: &ApiExamples) -> Vec<Language> {
    let mut languages = Vec::new();
    for language in examples.languages.iter().flatten().filter_map(|name| Language::named(name)) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    if languages.is_empty() { USUAL.to_vec() } else { languages }
}

/// The generated samples of an operation; none when the site wants only those of the description (OAS-57).
pub fn samples(description: &ApiDescription, operation: &Operation, examples: &ApiExamples) -> Vec<Sample> {
    if !examples.autogenerate {
        return Vec::new();
    }
    in_languages(&SampleRequest::of(description, operation, examples.defaults), &languages(examples))
}

/// The samples of a call with each of the bodies that its description has examples of, under their names; none when
/// there is nothing to choose (OAS-49). What is too much for a page is in the first language only.
pub(super) fn named_samples(
    description: &ApiDescription,
    operation: &Operation,
    examples: &ApiExamples,
) -> Vec<(String, Vec<Sample>)> {
    let bodies = call::named_bodies(description, operation);
    if bodies.is_empty() {
        return Vec::new();
    }
    let usual = SampleRequest::without_body(description, operation, examples.defaults);
    let languages = languages(examples);
    let mut left = MAX_NAMED_CODE;
    let named = bodies.into_iter().map(|body| {
        let request = usual.clone().with_body(description, &body, examples.defaults);
        let wanted = if left == 0 { languages.get(..1).unwrap_or_default() } else { &languages };
        let samples = in_languages(&request, wanted);
        left = left.saturating_sub(samples.iter().map(|sample| sample.code.len()).sum());
        (body.label, samples)
    });
    named.collect()
}

fn in_languages(request: &SampleRequest, languages: &[Language]) -> Vec<Sample> {
    languages
        .iter()
        .map(|language| Sample { language: *language, code: sample(request, *language) })
        .collect()
}

/// A request in a language.
pub fn sample(request: &SampleRequest, language: Language) -> String {
    match language {
        Language::Curl => curl::write(request),
        Language::Python => python::write(request),
        Language::JavaScript => javascript::browser(request),
        Language::Node => javascript::node(request),
        Language::TypeScript => javascript::typescript(request),
        Language::Php => php::write(request),
        Language::Go => go::write(request),
        Language::Java => java::write(request),
        Language::Ruby => ruby::write(request),
        Language::PowerShell => powershell::write(request),
        Language::Swift => swift::write(request),
        Language::CSharp => csharp::http_client(request),
        Language::DotNet => csharp::rest_sharp(request),
        Language::C => c::write(request),
        Language::Cpp => cpp::write(request),
        Language::Kotlin => kotlin::write(request),
        Language::Rust => rust::write(request),
        Language::Dart => dart::write(request),
    }
}
