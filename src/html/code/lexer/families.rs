//! The tables of the languages that `grammar` reads.

use std::sync::LazyLock;

use super::grammar::{Case, Escapes, Grammar, Lines, Parameters, Quote};
use super::words::Words;
use crate::html::code::tokens::TokenClass::{self, *};

const fn quote(
    open: &'static str,
    close: &'static str,
    escapes: Escapes,
    hole: Option<(&'static str, u8)>,
    lines: Lines,
) -> Quote {
    Quote { open, close, escapes, hole, lines, class: String }
}

const DOUBLE: Quote = quote("\"", "\"", Escapes::Backslash, None, Lines::One);
const SINGLE: Quote = quote("'", "'", Escapes::Backslash, None, Lines::One);
const RAW_BACKTICK: Quote = quote("`", "`", Escapes::None, None, Lines::Many);
const TRIPLE: Quote = quote("\"\"\"", "\"\"\"", Escapes::Backslash, None, Lines::Many);

/// The table for a language; `None` when it is read in another way.
pub(super) fn grammar(language: &str) -> Option<&'static Grammar> {
    Some(match language {
        "go" => &GO,
        "rust" => &RUST,
        "java" => &JAVA,
        "kotlin" => &KOTLIN,
        "csharp" => &CSHARP,
        "c" | "cpp" => &C,
        "swift" => &SWIFT,
        "dart" => &DART,
        "php" => &PHP,
        "ruby" => &RUBY,
        "sql" => &SQL,
        "graphql" => &GRAPHQL,
        _ => return None,
    })
}

type Lists = &'static [(TokenClass, &'static str)];

/// What most languages with braces have.
fn braces(strings: &'static [Quote], words: Lists, declarations: Lists) -> Grammar {
    Grammar {
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        strings,
        words: Words::new(words),
        declarations: Words::new(declarations),
        case: Case::Sensitive,
        capitalised: Type,
        operators: "+-*/%=<>!&|^~?",
        sigils: &[],
        parameters: Parameters::None,
        labels: Plain,
    }
}

static GO: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "if return defer import case for range package switch select continue break else go default",
        ),
        (Keyword, "goto fallthrough"),
        (Storage, "func type struct map var interface const chan"),
        (
            Type,
            "string error float64 float32 int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 bool byte rune any uintptr complex64 complex128",
        ),
        (Constant, "nil true false iota"),
        (Variable, "_"),
    ];
    Grammar {
        operators: "+-*/%=<>!&|^:",
        capitalised: Plain,
        parameters: Parameters::First,
        ..braces(&[DOUBLE, RAW_BACKTICK, SINGLE], words, &[(Type, "type"), (Function, "func")])
    }
});

static RUST: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (Keyword, "use while for if crate return else loop match where in break continue await as yield"),
        (Keyword, "super"),
        (
            Storage,
            "let mut fn pub struct impl move enum trait ref type static const unsafe async dyn mod extern",
        ),
        (Type, "i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bool char str usize isize Self"),
        (Constant, "true false"),
        (Variable, "self"),
    ];
    const STRINGS: &[Quote] = &[
        quote("r#\"", "\"#", Escapes::None, None, Lines::Many),
        quote("\"", "\"", Escapes::Backslash, None, Lines::Many),
        quote("b\"", "\"", Escapes::Backslash, None, Lines::Many),
        quote("'\\", "'", Escapes::None, None, Lines::One),
    ];
    Grammar {
        parameters: Parameters::BeforeColon,
        sigils: &[("'", Storage)],
        ..braces(STRINGS, words, &[(Type, "struct enum trait type"), (Function, "fn")])
    }
});

static JAVA: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "new import package return if extends throw try catch else finally implements for while do switch case default break continue instanceof throws assert yield",
        ),
        (
            Storage,
            "class public private protected static void final var abstract interface enum record synchronized volatile transient native sealed permits",
        ),
        (Type, "int long short byte char float double boolean"),
        (Constant, "true false null"),
        (Variable, "this super"),
    ];
    Grammar {
        operators: "+-*/%=<>!&|^~?:",
        parameters: Parameters::Last,
        sigils: &[("@", Function)],
        ..braces(&[TRIPLE, DOUBLE, SINGLE], words, &[(Type, "class interface enum record new")])
    }
});

static KOTLIN: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "val var fun import package return if when catch else try throw for finally break continue while do by is as in",
        ),
        (
            Storage,
            "override class private data suspend object open abstract final internal protected public interface sealed companion enum lateinit inline init const operator typealias vararg",
        ),
        (Constant, "null true false"),
        (Variable, "this super it"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("${", b'}'));
    const STRINGS: &[Quote] = &[
        quote("\"\"\"", "\"\"\"", Escapes::None, HOLE, Lines::Many),
        quote("\"", "\"", Escapes::Backslash, HOLE, Lines::One),
        SINGLE,
    ];
    Grammar {
        operators: "+-*/%=<>!&|?:",
        parameters: Parameters::BeforeColon,
        sigils: &[("@", Function)],
        ..braces(STRINGS, words, &[(Type, "class interface object typealias"), (Function, "fun")])
    }
});

static CSHARP: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "new using await return yield in foreach if throw continue event switch while else for try catch finally case break default do is as when with typeof nameof lock",
        ),
        (
            Storage,
            "var string get set public private protected internal sealed class static async double int bool long float decimal byte char object void namespace abstract interface struct record enum readonly const override virtual partial out ref params init required delegate",
        ),
        (Constant, "true false null"),
        (Variable, "this base"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("{", b'}'));
    const STRINGS: &[Quote] = &[
        quote("$\"\"\"", "\"\"\"", Escapes::None, HOLE, Lines::Many),
        quote("\"\"\"", "\"\"\"", Escapes::None, None, Lines::Many),
        quote("$@\"", "\"", Escapes::None, HOLE, Lines::Many),
        quote("$\"", "\"", Escapes::Backslash, HOLE, Lines::One),
        quote("@\"", "\"", Escapes::None, None, Lines::Many),
        DOUBLE,
        SINGLE,
    ];
    Grammar {
        parameters: Parameters::Last,
        line_comments: &["//", "#region", "#endregion", "#pragma"],
        ..braces(
            STRINGS,
            words,
            &[(Type, "class interface struct record enum new"), (Namespace, "namespace")],
        )
    }
});

static C: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "do else if for while return switch case default break continue goto new delete throw try catch using sizeof co_await co_return co_yield",
        ),
        (
            Storage,
            "unsigned signed int long short char float double void bool auto const static struct enum union typedef extern inline class public private protected virtual override template typename namespace volatile register constexpr explicit friend mutable noexcept size_t",
        ),
        (Type, "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t string vector"),
        (Constant, "true false NULL nullptr"),
        (Variable, "this"),
    ];
    Grammar {
        parameters: Parameters::Last,
        sigils: &[("#", Keyword)],
        ..braces(&[DOUBLE, SINGLE], words, &[(Type, "class struct enum union"), (Namespace, "namespace")])
    }
});

static SWIFT: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "import return if else guard for in while repeat switch case default break continue do try catch throw throws rethrows await async where is as defer fallthrough",
        ),
        (
            Storage,
            "let var func class struct enum protocol extension init deinit static public private internal fileprivate open override mutating weak unowned lazy final typealias associatedtype inout convenience required some any actor",
        ),
        (Constant, "true false nil"),
        (Variable, "self super Self"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("\\(", b')'));
    const STRINGS: &[Quote] = &[
        quote("\"\"\"", "\"\"\"", Escapes::Backslash, HOLE, Lines::Many),
        quote("\"", "\"", Escapes::Backslash, HOLE, Lines::One),
    ];
    let names = &[(Type, "class struct enum protocol extension typealias actor"), (Function, "func")];
    Grammar {
        parameters: Parameters::BeforeColon,
        sigils: &[("@", Function), ("#", Keyword)],
        ..braces(STRINGS, words, names)
    }
});

static DART: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "import export return if else for in while do switch case default break continue try catch finally throw rethrow await async yield new is as show hide on assert library part with extends implements",
        ),
        (
            Storage,
            "final const var late class abstract enum mixin extension static void required factory get set typedef external dynamic covariant",
        ),
        (Type, "int double num bool"),
        (Constant, "true false null"),
        (Variable, "this super"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("${", b'}'));
    const STRINGS: &[Quote] = &[
        quote("'''", "'''", Escapes::Backslash, HOLE, Lines::Many),
        quote("\"\"\"", "\"\"\"", Escapes::Backslash, HOLE, Lines::Many),
        quote("'", "'", Escapes::Backslash, HOLE, Lines::One),
        quote("\"", "\"", Escapes::Backslash, HOLE, Lines::One),
    ];
    Grammar {
        operators: "+-*/%=<>!&|?:",
        parameters: Parameters::Last,
        sigils: &[("@", Function)],
        ..braces(STRINGS, words, &[(Type, "class enum mixin extension")])
    }
});

static PHP: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "use return if else elseif for foreach as while do switch case default break continue try catch finally throw new echo print require require_once include include_once namespace instanceof yield match and or xor",
        ),
        (
            Storage,
            "function fn class interface trait enum public private protected static final abstract readonly const extends implements var global",
        ),
        (Type, "string int float bool array void mixed object iterable self parent callable never"),
        (Constant, "true false null TRUE FALSE NULL"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("{$", b'}'));
    const STRINGS: &[Quote] = &[
        quote("\"", "\"", Escapes::Backslash, HOLE, Lines::Many),
        quote("'", "'", Escapes::Backslash, None, Lines::Many),
    ];
    Grammar {
        line_comments: &["//", "#"],
        sigils: &[("$", Variable), ("<?", Keyword)],
        operators: "+-*/%=<>!&|^~?:.",
        ..braces(STRINGS, words, &[(Type, "class interface trait enum new"), (Function, "function")])
    }
});

static RUBY: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "def end class module if elsif else unless while until for in do return then case when begin rescue ensure raise yield next break redo retry and or not require require_relative include extend prepend attr_reader attr_writer attr_accessor alias private protected public super lambda proc",
        ),
        (Constant, "nil true false"),
        (Variable, "self"),
    ];
    const HOLE: Option<(&str, u8)> = Some(("#{", b'}'));
    const STRINGS: &[Quote] = &[
        quote("\"", "\"", Escapes::Backslash, HOLE, Lines::One),
        quote("'", "'", Escapes::Backslash, None, Lines::One),
        quote("%w[", "]", Escapes::None, None, Lines::Many),
        quote("%i[", "]", Escapes::None, None, Lines::Many),
        quote("`", "`", Escapes::Backslash, HOLE, Lines::One),
    ];
    Grammar {
        line_comments: &["#"],
        block_comment: Some(("=begin\n", "\n=end")),
        sigils: &[(":", Property), ("@@", Variable), ("@", Variable), ("$", Variable)],
        labels: Property,
        parameters: Parameters::First,
        ..braces(STRINGS, words, &[(Type, "class"), (Namespace, "module"), (Function, "def")])
    }
});

static SQL: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "select from values insert into where create table not order by update set then index type group when end delete desc asc and or begin domain limit join left right inner outer full cross on using having union all distinct exists in is like ilike between case else if offset returning with recursive alter add drop column view trigger as commit rollback transaction replace ignore conflict do nothing for each row after before of over partition rows range unbounded preceding following current window explain analyze pragma attach detach grant revoke to truncate temporary temp virtual natural intersect except materialized function returns language declare while loop return call procedure strict without rowid extension schema database escape glob match regexp cast vacuum reindex savepoint release rename instead",
        ),
        (
            Storage,
            "text integer int primary key default check references foreign unique constraint real blob boolean bool varchar char timestamp timestamptz date time datetime bigint smallint serial bigserial numeric decimal float double precision json jsonb uuid autoincrement auto_increment cascade restrict collate generated always stored interval array",
        ),
        (Constant, "null true false"),
    ];
    const STRINGS: &[Quote] = &[
        quote("'", "'", Escapes::None, None, Lines::Many),
        quote("\"", "\"", Escapes::None, None, Lines::One),
        quote("`", "`", Escapes::None, None, Lines::One),
    ];
    Grammar {
        line_comments: &["--"],
        case: Case::Insensitive,
        capitalised: Plain,
        operators: "+-*/%=<>!|",
        ..braces(STRINGS, words, &[])
    }
});

static GRAPHQL: LazyLock<Grammar> = LazyLock::new(|| {
    let words = &[
        (
            Keyword,
            "type implements interface query mutation subscription fragment on input enum union scalar schema extend directive",
        ),
        (Type, "ID Int Float String Boolean"),
        (Constant, "true false null"),
    ];
    Grammar {
        line_comments: &["#"],
        block_comment: None,
        operators: "!=|&",
        sigils: &[("$", Variable), ("@", Function)],
        ..braces(
            &[TRIPLE, DOUBLE],
            words,
            &[(Type, "type interface input enum union scalar"), (Function, "query mutation subscription")],
        )
    }
});
