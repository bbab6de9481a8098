//! What pages import: data, drawings, TypeScript and texts, and what happens when those change. Names begin with the row
//! of the feature.

use crate::site::{Built, Site};

/// A site whose page has this text.
fn site(text: &str) -> Site {
    Site::new().file("index.mdx", &format!("---\ntitle: Page\n---\n\n{text}\n"))
}

#[track_caller]
fn expect(built: &Built, parts: &[&str]) {
    assert_eq!(built.problems(), [""; 0]);
    let html = built.body("index.html");
    for part in parts {
        assert!(html.contains(part), "{part}\n{html}");
    }
}

const DATA: &str = "import plans, { currency } from './plans.yaml'\nimport rows from './rows.csv'\n\
                    import words from './words.txt'\n\n";

#[test]
fn mdx_05_data_is_a_value() {
    let text = format!(
        "{DATA}{{plans.list.map(plan => <b>{{plan.name}} {{plan.price}} {{currency}}</b>)}}\n\n\
         <i>{{rows[1].city}}: {{rows[1]['people']}}</i>\n\n<u>{{words}}</u>"
    );
    let built = site(&text)
        .file(
            "plans.yaml",
            "currency: EUR\nlist:\n  - { name: Free, price: 0 }\n  - { name: Pro, price: 9 }\n",
        )
        .file("rows.csv", "city,people\nOslo,1\n\"Rome, Italy\",\"2,8\"\n")
        .file("words.txt", "const is no 'code' here")
        .build();
    expect(
        &built,
        &[
            "<b>Free 0 EUR</b>",
            "<b>Pro 9 EUR</b>",
            "<i>Rome, Italy: 2,8</i>",
            "<u>const is no 'code' here</u>",
        ],
    );
}

#[test]
fn mdx_05_data_is_the_same_in_an_engine() {
    let text = format!(
        "{DATA}export const Shown = () => {{ let all = ''; for (const row of rows) all += row.city; return \
         <b>{{all}} {{plans.list.length}} {{words}}</b> }}\n\n<Shown />"
    );
    let built = site(&text)
        .file("plans.yaml", "currency: EUR\nlist: [1, 2]\n")
        .file("rows.csv", "city\nOslo\nRome\n")
        .file("words.txt", "text")
        .build();
    expect(&built, &["<b>OsloRome 2 text</b>"]);
}

#[test]
fn mdx_05_broken_data_is_told_with_its_place() {
    let built = site("import plans from './plans.yaml'\n\nText").file("plans.yaml", "a: 1\nb: [1\n").build();
    assert!(built.problems()[0].starts_with("invalid-yaml plans.yaml:"), "{:?}", built.problems());
}

#[test]
fn mdx_05_a_picture_is_its_address_and_a_component() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><path d=\"M0 0\"/></svg>";
    let built = Site::new()
        .file("index.mdx", "---\ntitle: Home\n---\n\nText\n")
        .file(
            "guides/a.mdx",
            "---\ntitle: A\n---\n\nimport Logo from '../images/logo.svg'\n\n<Logo alt=\"Us\" />\n\n<a href={Logo}>file</a>\n",
        )
        .file("images/logo.svg", svg)
        .build();
    assert_eq!(built.problems(), [""; 0]);
    let html = built.body("guides/a/index.html");
    assert!(html.contains("images/logo.svg\""), "{html}");
    assert!(html.contains("alt=\"Us\"") && html.contains("width=\"40\""), "{html}");
}

#[test]
fn mdx_05_raw_is_the_text_of_any_file() {
    let built = site(
        "import code from './src/main.rs?raw'\nimport other from './other.mdx?raw'\n\n<b>{code}</b>\n\n<i>{other.length}</i>",
    )
    .file("src/main.rs", "fn main() {}")
    .file("other.mdx", "---\ntitle: Other\n---\n")
    .build();
    expect(&built, &["<b>fn main() {}</b>", "<i>21</i>"]);
    // It is a page all the same; what is only read is not published.
    assert!(built.files().contains_key("other/index.html"));
    assert!(!built.files().keys().any(|path| path.ends_with("main.rs")));
}

#[test]
fn mdx_05_other_files_ask_for_raw() {
    let built = site("import code from './main.rs'\n\nText").file("main.rs", "fn main() {}").build();
    assert!(built.problems()[0].starts_with("unsupported-import index.mdx:5"), "{:?}", built.problems());
}

const HELPER: &str = "import { unit } from './unit.ts'\nexport type Row = { name: string }\n\
                      export const price = (n: number): string => `${n as number} ${unit}`\n\
                      export const same = <T>(value: T) => value\n";

#[test]
fn mdx_05_typescript() {
    let built = site("import { price, same } from './helper.ts'\n\n<b>{price(3)}</b> <i>{same(4)}</i>")
        .file("helper.ts", HELPER)
        .file("unit.ts", "export const unit: string = 'EUR'\n")
        .file("unused.ts", "this is no program")
        .build();
    expect(&built, &["<b>3 EUR</b>", "<i>4</i>"]);
    assert!(!built.files().keys().any(|path| path.ends_with(".ts")));
}

/// Every file that a page reads, edited, taken away and brought back: each build is as a clean one.
#[test]
fn mdx_05_edits_of_imported_files_reach_their_pages() {
    let text = "import { price } from './helper.ts'\nimport plans from './plans.yaml'\nimport rows from './rows.csv'\n\
                import code from './main.rs?raw'\nimport other from './other.mdx?raw'\nimport words from './words.txt'\n\n\
                All: <b>{price(3)} {plans.a} {rows[0].a} {code} {other} {words}</b>";
    let mut site = site(text)
        .file("helper.ts", HELPER)
        .file("unit.ts", "export const unit = 'EUR'\n")
        .file("plans.yaml", "a: 1\n")
        .file("rows.csv", "a\n1\n")
        .file("main.rs", "one")
        .file("other.mdx", "---\ntitle: Other\n---\n\nOne\n")
        .file("words.txt", "one");
    site.build().assert_clean();
    let edits = [
        ("unit.ts", "export const unit = 'USD'\n", "3 USD"),
        ("plans.yaml", "a: 2\n", "3 USD 2"),
        ("rows.csv", "a\n2\n", "3 USD 2 2"),
        ("main.rs", "two", "3 USD 2 2 two"),
        ("other.mdx", "---\ntitle: Other\n---\n\nTwo\n", "Two"),
        ("words.txt", "two", "two</b>"),
    ];
    for (path, text, shown) in edits {
        site.edit(path, text);
        let built = site.update(&[path]);
        built.assert_clean();
        assert!(built.body("index.html").contains(shown), "{path}: {}", built.body("index.html"));
    }
    for path in ["unit.ts", "main.rs", "plans.yaml"] {
        let before = site.source(path);
        site.remove(path);
        let built = site.update(&[path]);
        built.assert_clean();
        assert!(built.problems().iter().any(|problem| problem.starts_with("missing-import")), "{path}");
        site.edit(path, &before);
        site.update(&[path]).assert_clean();
    }
    // And in processes of their own.
    for (path, text) in [
        ("unit.ts", "export const unit = 'GBP'\n"),
        ("main.rs", "three"),
        ("other.mdx", "---\ntitle: Other\n---\n\nThree\n"),
    ] {
        site.edit(path, text);
        site.build_once().assert_clean();
    }
    site.build_once().assert_clean();
}

#[test]
fn mdx_05_a_page_may_begin_and_cease_to_import() {
    let mut site =
        site("Text").file("helper.ts", "export const a = 1\n").file("other.ts", "export const b = 2\n");
    site.build().assert_clean();
    for text in [
        "import { a } from './helper.ts'\n\n<b>{a}</b>",
        "import { b } from './other.ts'\n\n<b>{b}</b>",
        "Text",
    ] {
        site.edit("index.mdx", &format!("---\ntitle: Page\n---\n\n{text}\n"));
        let built = site.update(&["index.mdx"]);
        assert_eq!(built.problems(), [""; 0]);
        built.assert_clean();
    }
}

const PROGRAM: &str = "//! A program.\n\nfn main() {\n    // #region body\n    let a = 1;\n    start(a);\n    // #endregion body\n}\n";

#[test]
fn mdx_12_parts_of_files_are_code() {
    let mut site = site(
        "<Include file=\"src/main.rs\" lines=\"3\" />\n\n<Include file=\"./src/main.rs\" region=\"body\" title=\"main.rs\" />\n\n\
         <Include file=\"/src/main.rs#body\" lang=\"text\" />",
    )
    .file("src/main.rs", PROGRAM);
    let built = site.build();
    built.assert_clean();
    assert_eq!(built.problems(), [""; 0]);
    let text = built.text("index.html");
    assert!(text.contains("fn main() {") && !text.contains("A program"), "{text}");
    assert!(text.contains("let a = 1;") && text.contains("start(a);") && !text.contains("region"), "{text}");
    assert!(built.body("index.html").contains("main.rs"), "{}", built.body("index.html"));
    assert!(!built.files().keys().any(|path| path.ends_with("main.rs")));

    site.edit("src/main.rs", &PROGRAM.replace("start(a)", "stop(a)"));
    let built = site.update(&["src/main.rs"]);
    built.assert_clean();
    assert!(built.text("index.html").contains("stop(a);"));

    site.edit("src/main.rs", &PROGRAM.replace("body", "other"));
    let built = site.update(&["src/main.rs"]);
    built.assert_clean();
    assert_eq!(built.codes(), ["missing-region"]);
}

#[test]
fn mdx_12_what_cannot_be_included_is_an_error() {
    let built = site(
        "<Include file=\"a.py\" />\n\n<Include />\n\n<Include file=\"../a\" />\n\n<Include file=\"b.py\" lines=\"3-4\" />",
    )
    .file("b.py", "one\ntwo\n")
    .build();
    assert_eq!(built.codes(), ["import-outside", "missing-attribute", "missing-import", "missing-region"]);
}

#[test]
fn mdx_12_a_component_of_the_page_comes_first() {
    let built = site("export const Include = ({ file }) => <b>{file}!</b>\n\n<Include file=\"a\" />").build();
    expect(&built, &["<b>a!</b>"]);
}

#[test]
fn mdx_12_a_page_that_is_shown_elsewhere_stays_a_page() {
    let mut site =
        site("<Include file=\"other.mdx\" />").file("other.mdx", "---\ntitle: Other\n---\n\nOne\n");
    site.build_once().assert_clean();
    site.edit("other.mdx", "---\ntitle: Other\n---\n\nTwo\n");
    let built = site.build_once();
    built.assert_clean();
    assert!(built.text("index.html").contains("Two") && built.text("other/index.html").contains("Two"));
}

/// A file that a page names and that is not there yet is looked for by every process.
#[test]
fn mdx_05_a_named_file_that_comes_later_is_seen_by_a_new_process() {
    let pages = [
        ("<Include file=\"src/a.rs\" />", "src/a.rs", "fn a() {}", "fn a() {}"),
        ("import code from './src/a.rs?raw'\n\n<b>{code}</b>", "src/a.rs", "fn a() {}", "fn a() {}"),
        ("import { a } from './a.ts'\n\n<b>{a}</b>", "a.ts", "export const a: number = 17\n", "17"),
    ];
    for (page, path, text, shown) in pages {
        let mut site = site(page);
        site.build_once().assert_clean();
        // The note of a process that found nothing new says it, too.
        site.build_once().assert_clean();
        site.edit(path, text);
        let built = site.build_once();
        built.assert_clean();
        assert_eq!(built.problems(), [""; 0]);
        assert!(built.text("index.html").contains(shown), "{path}: {}", built.text("index.html"));
        site.remove(path);
        let built = site.build_once();
        built.assert_clean();
        assert_eq!(built.codes(), ["missing-import"]);
    }
}

/// What is imported may import more: however long the chain is, and whatever its links are written in.
#[test]
fn mdx_05_chains_of_imports_have_any_length() {
    let mut site = site("import { a } from './m0.ts'\n\n<b>{a}</b>");
    for number in 0..40 {
        let text = format!("export {{ a }} from './m{}.ts'\n", number + 1);
        site.edit(&format!("m{number}.ts"), &text);
    }
    site.edit("m40.ts", "export const a: string = 'the end'\n");
    let built = site.build();
    expect(&built, &["<b>the end</b>"]);
    site.edit("m40.ts", "export const a: string = 'another end'\n");
    let built = site.update(&["m40.ts"]);
    built.assert_clean();
    expect(&built, &["<b>another end</b>"]);
    site.build_once().assert_clean();
}

/// Each import stands on the stack of the one before.
#[test]
fn mdx_05_an_endless_chain_of_imports_ends() {
    for (ending, length) in [("ts", 300), ("jsx", 9_000)] {
        let page = format!("import {{ a }} from './snippets/m0.{ending}'\n\n<b>{{a}}</b>");
        let mut site = site(&page);
        for number in 0..length {
            let text = format!("export {{ a }} from './m{}.{ending}'\n", number + 1);
            site.edit(&format!("snippets/m{number}.{ending}"), &text);
        }
        let built = site.build();
        let told = format!(
            "import-too-deep snippets/m255.{ending}:1 `./m256.{ending}` stands behind 256 other imports; it is shown on `index.mdx`"
        );
        assert_eq!(built.problems(), [told]);
        site.edit(&format!("snippets/m9.{ending}"), "export const a = 'the end'\n");
        site.update(&[&format!("snippets/m9.{ending}")]).assert_clean();
    }
}

#[test]
fn mdx_05_typescript_behind_javascript() {
    let mut site = site("import { a } from './a.js'\n\n<b>{a}</b>")
        .file("a.js", "export { a } from './b.js'\n")
        .file("b.js", "export { a } from './c.mts'\n")
        .file("c.mts", "export { a } from './d.js'\n")
        .file("d.js", "export const a = 'the end'\n");
    let built = site.build();
    expect(&built, &["<b>the end</b>"]);
    // What is read at build time is loaded by no page, however far behind the page that imports it.
    assert!(!built.html("index.html").contains("/d.js"), "{}", built.html("index.html"));
    built.assert_clean();
    site.edit("d.js", "export const a = 'another end'\n");
    let built = site.update(&["d.js"]);
    built.assert_clean();
    expect(&built, &["<b>another end</b>"]);
    site.build_once().assert_clean();
}

/// What only files name that nobody names any more is let go.
#[test]
fn mdx_05_files_that_name_each_other_are_no_part_of_the_site() {
    let mut site = site("import { a } from './a.ts'\n\n<b>{a}</b>")
        .file("a.ts", "import './b.ts'\nexport const a = 1\n")
        .file("b.ts", "import './a.ts'\nexport const b = 1\n");
    site.build();
    site.edit("index.mdx", "---\ntitle: Page\n---\n\nText\n");
    site.update(&["index.mdx"]).assert_clean();
    site.edit("b.ts", "export const b = 2\n");
    let built = site.build();
    built.assert_clean();
    assert_eq!(built.report.changed.keys().map(|path| path.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// What a program asks for whose text is only shown is nobody's business.
#[test]
fn mdx_05_a_text_that_is_shown_imports_nothing() {
    let mut site = site("import code from './a.ts?raw'\n\n<b>{code}</b>")
        .file("a.ts", "import { b } from './b.ts'\n")
        .file("b.ts", "export const b = 1\n");
    let built = site.build();
    expect(&built, &["import { b } from './b.ts'"]);
    let read: Vec<&str> = built.report.changed.keys().map(|path| path.as_str()).collect();
    assert_eq!(read, ["a.ts", "docs.json", "index.mdx"]);
}

/// What a page shows of other files has a measure, however few words ask for it.
#[test]
fn mdx_12_a_page_that_shows_files_without_measure_is_told() {
    let line = format!("{}\n", "x".repeat(99));
    let file = line.repeat(1000);
    for page in [
        format!("<Include file=\"a.txt\" lines=\"{}1\" />", "1-1000,".repeat(100)),
        "<Include file=\"a.txt\" />\n\n".repeat(100),
    ] {
        let built = site(&page).file("a.txt", &file).build();
        assert_eq!(built.codes(), ["page-too-large"]);
        assert!(built.problems()[0].starts_with("page-too-large index.mdx:"), "{:?}", built.problems());
        assert!(built.html("index.html").len() < 20 << 20);
    }
    let built = site(&"<Include file=\"a.txt\" lines=\"7\" />\n\n".repeat(100)).file("a.txt", &file).build();
    assert_eq!(built.problems(), [""; 0]);
}

#[test]
fn mdx_05_a_table_of_nothing_is_told() {
    let names = |count: usize| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>().join(",");
    let page = "import rows from './rows.csv'\n\n<b>{rows.length}</b>";
    // A few kilobytes that would be a million values.
    let built = site(page).file("rows.csv", &format!("{}\n{}", names(1000), "x\n".repeat(1000))).build();
    assert_eq!(built.codes(), ["data-too-large"]);
    assert!(built.problems()[0].starts_with("data-too-large rows.csv:1 "), "{:?}", built.problems());
    // A large table whose cells are there.
    let row = format!("{}\n", "1,".repeat(599) + "1");
    let built = site(page).file("rows.csv", &format!("{}\n{}", names(600), row.repeat(500))).build();
    expect(&built, &["<b>500</b>"]);
}

#[test]
fn mdx_05_12_files_that_are_ignored_are_told_as_such() {
    let page = "import Readme from './README.md'\nimport code from './README.md?raw'\nimport { a } from './private/a.ts'\n\n\
                <Include file=\"README.md\" />\n\n<Include file=\"gone.py\" />";
    let mut site = site(page)
        .file("README.md", "# Read me\n")
        .file("private/a.ts", "export const a = 1\n")
        .file(".mintignore", "private\n");
    let built = site.build();
    let told: Vec<String> = built
        .diagnostics()
        .iter()
        .map(|told| format!("{}: {}", told.message, told.hint.as_deref().unwrap_or("")))
        .collect();
    assert_eq!(built.codes(), ["missing-import"]);
    let ignored =
        "`README.md` is ignored, so no page can show it: a line `!README.md` in `.mintignore` takes it in";
    assert_eq!(told.iter().filter(|told| *told == ignored).count(), 3, "{told:#?}");
    assert_eq!(
        told[2],
        "`private/a.ts` is ignored, so no page can show it: `private` is left out with all that lies in it; \
                         copy the file to another folder"
    );
    assert_eq!(
        told[4],
        "there is no file `gone.py`: check the path; with `/` in front it begins at the folder of docs.json"
    );
    // What is told follows the list.
    site.edit(".mintignore", "!README.md\n");
    let built = site.build();
    assert_eq!(built.problems().len(), 1, "{:?}", built.problems());
    assert!(built.text("index.html").contains("# Read me"), "{}", built.text("index.html"));
    built.assert_clean();
    site.edit(".mintignore", "*.py\n");
    site.remove("private/a.ts");
    let built = site.build_once();
    built.assert_clean();
    let is_ignored = |name: &str| {
        built.problems().iter().filter(|told| told.contains(name) && told.contains("is ignored")).count()
    };
    assert_eq!(
        (is_ignored("README.md"), is_ignored("gone.py"), is_ignored("a.ts")),
        (3, 1, 0),
        "{:?}",
        built.problems()
    );
}

/// A function may be long and airy: its end is looked for in few steps.
#[test]
fn mdx_04_statements_hold_any_number_of_blank_lines() {
    let lines: String = (0..400).map(|number| format!("  const a{number} = {number};\n\n")).collect();
    let component = format!("export const Sum = () => {{\n{lines}  return <p>{{a399}}</p>;\n}};\n");
    expect(
        &site(&format!("{component}\n<Sum />\n\nText behind.\n")).build(),
        &["<p>399</p>", "Text behind."],
    );
    let imported =
        site("import { Sum } from '/snippets/sum.mdx'\n\n<Sum />").file("snippets/sum.mdx", &component);
    expect(&{ imported }.build(), &["<p>399</p>"]);
    // Prose behind a short statement is none of it.
    expect(&site("export const a = 1\n\nimport is a word\n\n{a}").build(), &["import is a word"]);
}

#[test]
fn mdx_04_statements_stand_right_below_a_heading_or_a_rule() {
    for above in ["# Heading", "### Heading", "Heading\n===", "Heading\n---", "***", "- - -"] {
        let text = format!("Words.\n\n{above}\nexport const a = 'seen'\n\n{{a}}\n");
        let built = site(&text).build();
        expect(&built, &["seen"]);
        assert!(!built.html("index.html").contains("export const"), "{above}");
    }
    for above in ["Words", "- item", "> quote", "#tag"] {
        let built = site(&format!("{above}\nexport as a word\n")).build();
        assert!(built.html("index.html").contains("export as a word"), "{above}");
    }
    // What only begins like one is a paragraph.
    expect(&site("# Heading\nexport your data\n").build(), &["<p>export your data</p>"]);
}

/// What is imported is a part of the page: it gives the page's code as much as a text of its length.
#[test]
fn mdx_03_long_imports_have_more_steps() {
    let rows: String =
        (0..600).map(|number| format!("  '{number}: {}',\n", "words of a change ".repeat(5))).collect();
    let script = format!(
        "export const Log = () => {{ let n = 0; for (const row of [\n{rows}]) {{ for (let at = 0; at < 3000; at++) n += row.length > at ? 1 : 0 }} return <p>{{n > 0 ? 'all' : ''}}</p> }}\n"
    );
    let built =
        site("import { Log } from '/snippets/log.jsx'\n\n<Log />").file("snippets/log.jsx", &script).build();
    expect(&built, &["<p>all</p>"]);
}

/// Headings that code draws are none of the page: they would take the ids of those that are written (behaviour 6.4).
#[test]
fn mdx_03_headings_that_code_draws_leave_ids_and_contents_alone() {
    let text = "export const Panel = () => <div>{['a', 'b'].map(key => <h3>EVM {key === 'a' ? '' : ''}</h3>)}<h3 id=\"own\">Own</h3></div>\n\n<Panel />\n\n## EVM\n\n## Next\n\n{[1].map(() => <h2>Drawn</h2>)}\n";
    let built = site(text).build();
    let html = built.body("index.html");
    assert!(html.contains("<h2 id=\"evm\">") && html.contains("<h3 id=\"own\">"), "{html}");
    assert!(html.contains("<h3>EVM") && html.contains("<h2>Drawn</h2>"), "{html}");
    let page = built.html("index.html");
    // Beside the text, and in the menu of phones.
    assert_eq!(page.matches("class=\"toc-item\"").count(), 2 * 2, "{page}");
}

/// A browser cannot ask for a package by its name; the place is that of the call, in a file and on a page.
#[test]
fn mdx_05_what_is_imported_while_code_runs_is_told_like_any_import() {
    let component = "export const Box = () => {\n  const [all] = useState(null)\n  \
                     useEffect(() => { import('@components/CodeSandbox'); import('https://e.x/a.js'); import(name) }, [])\n  \
                     return <b>{all}</b>\n}\n";
    let built = site(&format!(
        "import {{ Box }} from '/snippets/box.jsx'\n\n{}\n<Box /> <Own />",
        component.replace("Box", "Own").replace("@components/CodeSandbox", "lodash")
    ))
    .file("snippets/box.jsx", component)
    .build();
    let mut told = built.problems();
    told.sort();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("unsupported-import index.mdx:9 `lodash`"), "{told:?}");
    assert!(
        told[1].starts_with("unsupported-import snippets/box.jsx:3 `@components/CodeSandbox`"),
        "{told:?}"
    );
}
