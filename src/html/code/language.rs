//! The languages of code blocks: canonical names, their aliases, names for readers, and which grammar
//! reads them.
//!
//! Canonical names and aliases are those that authors know from the reference product (behaviour 7). A
//! language whose own grammar is not available borrows that of a near relative. Grammars are only names
//! here; what they are is known in `highlight`. The grammar called `JavaScript` must not be used: it never
//! ends on `type:` with `| 'x'` on the next lines. `JavaScript (Babel)` reads the same language.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The canonical name of text that is not highlighted.
pub const PLAIN: &str = "text";

/// One language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Canonical name, lower case: `shellscript` for `bash`.
    pub name: &'static str,
    /// Name for readers: `Shell`.
    pub display: &'static str,
    /// Name of the grammar; empty when there is none or the language is read line by line.
    pub grammar: &'static str,
    /// Other names, separated by spaces.
    aliases: &'static str,
}

/// The language with this name or alias in any letter case; `None` when it is not known. Plain text is
/// known under several names.
pub fn find(name: &str) -> Option<&'static Language> {
    let name = name.trim();
    // Most authors write it as it stands in the table, and a page asks for each of its blocks several times.
    let found = BY_NAME.get(name).or_else(|| BY_NAME.get(name.to_lowercase().as_str()));
    found.copied()
}

static BY_NAME: LazyLock<HashMap<&'static str, &'static Language>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for language in LANGUAGES {
        for name in std::iter::once(language.name).chain(language.aliases.split_whitespace()) {
            names.entry(name).or_insert(language);
        }
    }
    names
});

/// The canonical name for what an author wrote; unknown languages and no language are plain text.
pub fn canonical(name: &str) -> &'static str {
    find(name).map_or(PLAIN, |language| language.name)
}

/// The name of a language for readers.
pub fn display_name(name: &str) -> &'static str {
    find(name).map_or("Text", |language| language.display)
}

/// All canonical names, for did-you-mean.
pub fn names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|language| language.name)
}

const fn row(
    name: &'static str,
    display: &'static str,
    grammar: &'static str,
    aliases: &'static str,
) -> Language {
    Language { name, display, grammar, aliases }
}

const LANGUAGES: &[Language] = &[
    row("text", "Text", "", "plaintext txt plain none"),
    row("ansi", "ANSI", "", ""),
    row("abap", "ABAP", "", ""),
    row("actionscript-3", "ActionScript", "ActionScript", "as as3"),
    row("ada", "Ada", "Ada", ""),
    row("angular-html", "Angular HTML", "HTML", ""),
    row("angular-ts", "Angular TypeScript", "TypeScript", ""),
    row("apache", "Apache Conf", "Apache Conf", ""),
    row("apex", "Apex", "Java", ""),
    row("apl", "APL", "", ""),
    row("applescript", "AppleScript", "AppleScript", ""),
    row("ara", "Ara", "Rust", ""),
    row("asciidoc", "AsciiDoc", "AsciiDoc (Asciidoctor)", "adoc"),
    row("asm", "Assembly", "x86_64 Assembly", "nasm assembly"),
    row("astro", "Astro", "HTML", ""),
    row("awk", "AWK", "AWK", ""),
    row("ballerina", "Ballerina", "Java", ""),
    row("bat", "Batch File", "Batch File", "batch"),
    row("beancount", "Beancount", "", ""),
    row("berry", "Berry", "Ruby", "be"),
    row("bibtex", "BibTeX", "BibTeX", ""),
    row("bicep", "Bicep", "TypeScript", ""),
    row("bird2", "BIRD2", "nginx", "bird"),
    row("blade", "Blade", "PHP", ""),
    row("bsl", "1C (Enterprise)", "", "1c"),
    row("c", "C", "C", "h"),
    row("c3", "C3", "C", ""),
    row("cadence", "Cadence", "Swift", "cdc"),
    row("cairo", "Cairo", "Rust", ""),
    row("clarity", "Clarity", "Lisp", ""),
    row("clojure", "Clojure", "Clojure", "clj"),
    row("cmake", "CMake", "CMake", ""),
    row("cobol", "COBOL", "", ""),
    row("codeowners", "CODEOWNERS", "Git Ignore", ""),
    row("codeql", "CodeQL", "Java", "ql"),
    row("coffee", "CoffeeScript", "CoffeeScript", "coffeescript"),
    row("common-lisp", "Common Lisp", "Lisp", "lisp"),
    row("coq", "Coq", "OCaml", ""),
    row("cpp", "C++", "C++", "c++ cc hpp cxx"),
    row("crystal", "Crystal", "Crystal", ""),
    row("csharp", "C#", "C#", "c# cs"),
    row("css", "CSS", "CSS", ""),
    row("csv", "CSV", "Comma Separated Values", ""),
    row("cue", "CUE", "Go", ""),
    row("cypher", "Cypher", "SQL", "cql"),
    row("d", "D", "D", ""),
    row("dart", "Dart", "Dart", ""),
    row("dax", "DAX", "SQL", ""),
    row("desktop", "Desktop", "INI", ""),
    row("diff", "Diff", "", "patch"),
    row("docker", "Dockerfile", "Dockerfile (with bash)", "dockerfile containerfile"),
    row("dotenv", "dotEnv", "DotENV", "env"),
    row("dream-maker", "Dream Maker", "C", ""),
    row("edge", "Edge", "HTML", ""),
    row("elixir", "Elixir", "Elixir", "ex exs"),
    row("elm", "Elm", "Elm", ""),
    row("emacs-lisp", "Emacs Lisp", "Lisp", "elisp"),
    row("erb", "ERB", "HTML (Rails)", ""),
    row("erlang", "Erlang", "Erlang", "erl"),
    row("fennel", "Fennel", "Clojure", ""),
    row("fish", "Fish", "Fish", ""),
    row("fluent", "Fluent", "", "ftl"),
    row("fortran-fixed-form", "Fortran (Fixed Form)", "Fortran (Fixed Form)", "f for f77"),
    row("fortran-free-form", "Fortran (Free Form)", "Fortran (Modern)", "f90 f95 f03 f08 f18 fortran"),
    row("fsharp", "F#", "F#", "f# fs"),
    row("gdresource", "GDResource", "INI", "tscn tres"),
    row("gdscript", "GDScript", "GDScript (Godot Engine)", "gd"),
    row("gdshader", "GDShader", "GLSL", ""),
    row("genie", "Genie", "Python", ""),
    row("gherkin", "Gherkin", "", "feature"),
    row("git-commit", "Git Commit Message", "Git Commit", ""),
    row("git-rebase", "Git Rebase Message", "Git Rebase Todo", ""),
    row("gleam", "Gleam", "Rust", ""),
    row("glimmer-js", "Glimmer JS", "JavaScript (Babel)", "gjs"),
    row("glimmer-ts", "Glimmer TS", "TypeScriptReact", "gts"),
    row("glsl", "GLSL", "GLSL", ""),
    row("gn", "GN", "Python", ""),
    row("gnuplot", "Gnuplot", "gnuplot", ""),
    row("go", "Go", "Go", "golang"),
    row("graphql", "GraphQL", "GraphQL", "gql"),
    row("groovy", "Groovy", "Groovy", "gradle"),
    row("hack", "Hack", "PHP Source", ""),
    row("haml", "Haml", "Ruby Haml", ""),
    row("handlebars", "Handlebars", "HTML", "hbs"),
    row("haskell", "Haskell", "Haskell", "hs"),
    row("haxe", "Haxe", "TypeScript", ""),
    row("hcl", "HCL", "Terraform", ""),
    row("hjson", "Hjson", "JSON", ""),
    row("hlsl", "HLSL", "GLSL", ""),
    row("html", "HTML", "HTML", "htm"),
    row("html-derivative", "HTML (Derivative)", "HTML", ""),
    row("http", "HTTP", "HTTP Request and Response", ""),
    row("hurl", "Hurl", "HTTP Request and Response", ""),
    row("hxml", "HXML", "", ""),
    row("hy", "Hy", "Clojure", ""),
    row("imba", "Imba", "CoffeeScript", ""),
    row("ini", "INI", "INI", "conf cfg properties"),
    row("java", "Java", "Java", ""),
    row("javascript", "JavaScript", "JavaScript (Babel)", "js cjs mjs node"),
    row("jinja", "Jinja", "HTML (Jinja2)", "jinja2 j2"),
    row("jison", "Jison", "JavaScript (Babel)", ""),
    row("json", "JSON", "JSON", ""),
    row("json5", "JSON5", "JSON", ""),
    row("jsonc", "JSON with Comments", "JSON", ""),
    row("jsonl", "JSON Lines", "JSON", "ndjson"),
    row("jsonnet", "Jsonnet", "jsonnet", ""),
    row("jssm", "JSSM", "", "fsl"),
    row("jsx", "JSX", "JavaScript (Babel)", ""),
    row("julia", "Julia", "Julia", "jl"),
    row("kdl", "KDL", "", ""),
    row("kotlin", "Kotlin", "Kotlin", "kt kts"),
    row("kusto", "Kusto", "SQL", "kql"),
    row("latex", "LaTeX", "LaTeX", ""),
    row("lean", "Lean 4", "Lean 4", "lean4"),
    row("less", "Less", "Less", ""),
    row("liquid", "Liquid", "HTML (Jinja2)", ""),
    row("llvm", "LLVM IR", "LLVM", ""),
    row("log", "Log file", "log", ""),
    row("logo", "Logo", "", ""),
    row("lua", "Lua", "Lua", ""),
    row("luau", "Luau", "Lua", ""),
    row("make", "Makefile", "Makefile", "makefile"),
    row("markdown", "Markdown", "Markdown", "md"),
    row("marko", "Marko", "HTML", ""),
    row("matlab", "MATLAB", "MATLAB", ""),
    row("mdc", "MDC", "Markdown", ""),
    row("mdx", "MDX", "Markdown", ""),
    row("mermaid", "Mermaid", "", "mmd"),
    row("mipsasm", "MIPS Assembly", "ARM Assembly", "mips"),
    row("mojo", "Mojo", "Python", ""),
    row("moonbit", "MoonBit", "Rust", "mbt mbti"),
    row("move", "Move", "Rust", ""),
    row("narrat", "Narrat Language", "", "nar"),
    row("nextflow", "Nextflow", "Groovy", "nf"),
    row("nextflow-groovy", "Nextflow Groovy", "Groovy", ""),
    row("nginx", "Nginx", "nginx", ""),
    row("nim", "Nim", "Nim", ""),
    row("nix", "Nix", "Nix", ""),
    row("nushell", "nushell", "Bourne Again Shell (bash)", "nu"),
    row("objective-c", "Objective-C", "Objective-C", "objc"),
    row("objective-cpp", "Objective-C++", "Objective-C++", "objcpp"),
    row("ocaml", "OCaml", "OCaml", ""),
    row("odin", "Odin", "Odin", ""),
    row("openscad", "OpenSCAD", "C", "scad"),
    row("pascal", "Pascal", "Pascal", ""),
    row("perl", "Perl", "Perl", "pl"),
    row("php", "PHP", "PHP", ""),
    row("pkl", "Pkl", "Kotlin", ""),
    row("plsql", "PL/SQL", "SQL", ""),
    row("po", "Gettext PO", "", "pot potx"),
    row("polar", "Polar", "Rego", ""),
    row("postcss", "PostCSS", "CSS", ""),
    row("powerquery", "PowerQuery", "", ""),
    row("powershell", "PowerShell", "PowerShell", "ps ps1 pwsh"),
    row("prisma", "Prisma", "GraphQL", ""),
    row("prolog", "Prolog", "", ""),
    row("proto", "Protocol Buffer 3", "Protocol Buffer", "protobuf"),
    row("pug", "Pug", "", "jade"),
    row("puppet", "Puppet", "Puppet", ""),
    row("purescript", "PureScript", "PureScript", ""),
    row("python", "Python", "Python", "py py3 python3"),
    row("qml", "QML", "QML", ""),
    row("qmldir", "QML Directory", "", ""),
    row("qss", "Qt Style Sheets", "CSS", ""),
    row("r", "R", "R", ""),
    row("racket", "Racket", "Racket", ""),
    row("raku", "Raku", "Perl", "perl6"),
    row("razor", "ASP.NET Razor", "HTML", ""),
    row("reg", "Windows Registry Script", "INI", ""),
    row("regexp", "RegExp", "Regular Expression", "regex"),
    row("rel", "Rel", "", ""),
    row("rego", "Rego", "Rego", ""),
    row("riscv", "RISC-V", "ARM Assembly", ""),
    row("ron", "RON", "Rust", ""),
    row("rosmsg", "ROS Interface", "", ""),
    row("rst", "reStructuredText", "reStructuredText", ""),
    row("ruby", "Ruby", "Ruby", "rb"),
    row("rust", "Rust", "Rust", "rs"),
    row("sas", "SAS", "SQL", ""),
    row("sass", "Sass", "Sass", ""),
    row("scala", "Scala", "Scala", ""),
    row("scheme", "Scheme", "Lisp", ""),
    row("scss", "SCSS", "SCSS", ""),
    row("sdbl", "1C (Query)", "SQL", "1c-query"),
    row("shaderlab", "ShaderLab", "GLSL", "shader"),
    row("shellscript", "Shell", "Bourne Again Shell (bash)", "bash sh shell zsh curl"),
    row("shellsession", "Shell Session", "", "console"),
    row("smalltalk", "Smalltalk", "", ""),
    row("solidity", "Solidity", "Solidity", "sol"),
    row("soy", "Closure Templates", "HTML", "closure-templates"),
    row("sparql", "SPARQL", "SQL", ""),
    row("splunk", "Splunk Query Language", "", "spl"),
    row("sql", "SQL", "SQL", "postgresql mysql sqlite"),
    row("ssh-config", "SSH Config", "SSH Config", ""),
    row("stata", "Stata", "", ""),
    row("stylus", "Stylus", "Stylus", "styl"),
    row("surrealql", "SurrealQL", "SQL", "surql"),
    row("svelte", "Svelte", "Svelte", ""),
    row("swift", "Swift", "Swift", ""),
    row("system-verilog", "SystemVerilog", "SystemVerilog", ""),
    row("systemd", "Systemd Units", "INI", ""),
    row("talonscript", "TalonScript", "", "talon"),
    row("tasl", "Tasl", "", ""),
    row("tcl", "Tcl", "Tcl", ""),
    row("templ", "Templ", "Go", ""),
    row("terraform", "Terraform", "Terraform", "tf tfvars"),
    row("tex", "TeX", "TeX", ""),
    row("toml", "TOML", "TOML", ""),
    row("ts-tags", "TypeScript with Tags", "TypeScript", "lit"),
    row("tsv", "TSV", "Tab Separated Values", ""),
    row("tsx", "TSX", "TypeScriptReact", ""),
    row("turtle", "Turtle", "", ""),
    row("twig", "Twig", "HTML (Twig)", ""),
    row("typescript", "TypeScript", "TypeScript", "ts cts mts"),
    row("typespec", "TypeSpec", "TypeScript", "tsp"),
    row("typst", "Typst", "Typst", "typ"),
    row("v", "V", "Go", ""),
    row("vala", "Vala", "C#", ""),
    row("vb", "Visual Basic", "ASP", "cmd"),
    row("verilog", "Verilog", "Verilog", ""),
    row("vhdl", "VHDL", "VHDL", ""),
    row("viml", "Vim Script", "VimL", "vim vimscript"),
    row("vue", "Vue", "Vue Component", ""),
    row("vue-html", "Vue HTML", "HTML", ""),
    row("vue-vine", "Vue Vine", "TypeScript", ""),
    row("vyper", "Vyper", "Vyper", "vy"),
    row("wasm", "WebAssembly", "Lisp", ""),
    row("wenyan", "Wenyan", "", "文言"),
    row("wgsl", "WGSL", "WGSL", ""),
    row("wikitext", "Wikitext", "MediaWiki", "mediawiki wiki"),
    row("wit", "WebAssembly Interface Types", "Rust", ""),
    row("wolfram", "Wolfram", "", "wl"),
    row("xml", "XML", "XML", "svg"),
    row("xsl", "XSL", "XML", ""),
    row("yaml", "YAML", "YAML", "yml"),
    row("zenscript", "ZenScript", "Java", ""),
    row("zig", "Zig", "Zig", ""),
];
