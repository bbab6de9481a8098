//! Pages whose JavaScript means harm: it neither leaves its engine nor stops a build, and the page around it
//! is there.
//!
//! A few dozen families are multiplied by how they are written into a page, to about a thousand pages.

use std::sync::Arc;

use docs::page::ast::{Node, NodeKind};
use docs::page::bind::{Bound, Loader, bind};
use docs::page::{Document, parse_document};
use docs::text::{SourcePath, SourceText};
use rayon::prelude::*;

struct NoFiles;

impl Loader for NoFiles {
    fn document(&self, _: &SourcePath) -> Option<Arc<Document>> {
        None
    }

    fn text(&self, _: &SourcePath) -> Option<Arc<str>> {
        None
    }
}

fn bound(text: &str) -> Bound {
    bind(&parse_document(SourceText::new(SourcePath::new("page.mdx"), text)), &NoFiles)
}

fn text_of(nodes: &[Node], out: &mut String) {
    for node in nodes {
        if let NodeKind::Text(text) = &node.kind {
            out.push_str(text);
        }
        text_of(&node.children, out);
    }
}

/// Bodies of functions. `Ñ` is another number each time.
const FAMILIES: &[(&str, &str)] = &[
    ("endless loop", "while (true) {}"),
    ("endless for", "for (;;) { let a = Ñ }"),
    ("endless do", "let i = 0; do { i += Ñ } while (i > -1)"),
    ("loop that catches", "for (;;) { try { while (true) {} } catch (e) {} }"),
    ("finally that loops", "try { throw 1 } finally { for (;;) {} }"),
    ("labelled", "a: for (;;) { for (;;) continue a }"),
    ("generator", "function * g() { for (;;) yield Ñ } for (const x of g()) {} "),
    ("iterator", "for (const x of { [Symbol.iterator]() { return { next: () => ({ done: false }) } } }) {}"),
    ("growing list", "const a = []; for (;;) a.push(new Array(Ñ * 100).fill(Ñ))"),
    ("growing object", "const o = {}; for (let i = 0; ; i++) o['k' + i + Ñ] = i"),
    ("growing map", "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })"),
    ("doubling text", "let s = 'abÑ'; for (;;) s += s"),
    ("doubling text, caught", "let s = 'abÑ'; for (;;) try { s = s + s } catch (e) { s = 'x' }"),
    ("template text", "let s = 'abÑ'; for (;;) s = `${s}${s}`"),
    ("repeat", "return 'x'.repeat(Ñ * 1e8)"),
    ("repeat, caught", "for (;;) try { 'x'.repeat(2 ** 28) } catch (e) {}"),
    ("pad", "return ''.padStart(2 ** 29, 'Ñ').length"),
    ("join", "return new Array(4294967295).join('Ñ')"),
    ("sparse indexOf", "const a = []; a.length = 4294967295; return a.indexOf(Ñ)"),
    ("borrowed includes", "return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, Ñ)"),
    (
        "computed length",
        "return Array.prototype.lastIndexOf.call({ get length() { return 2 ** 53 - 1 } }, Ñ)",
    ),
    ("inherited length", "return [].forEach.call(Object.create({ length: 2 ** 53 - 1 }), x => x)"),
    ("huge from", "return Array.from({ length: Ñ * 1e9 })"),
    ("raw", "return String.raw({ raw: { length: 2 ** 53 - 1 } })"),
    ("recursion", "const f = n => f(n + Ñ) + 1; return f(0)"),
    ("mutual recursion", "const a = () => b(), b = () => a(); return a()"),
    ("recursion, caught", "const f = () => { try { f() } catch (e) { f() } }; return f()"),
    ("getter recursion", "const o = { get x() { return this.x } }; return o.x"),
    ("toString recursion", "const o = { toString() { return '' + this } }; return '' + o"),
    ("json recursion", "const o = {}; o.o = o; return JSON.stringify(o)"),
    ("json bomb", "let a = ['Ñ']; for (let i = 0; i < 40; i++) a = [a, a]; return JSON.stringify(a)"),
    ("flat bomb", "let a = []; for (let i = 0; i < 60; i++) a = [a, a]; return a.flat(Infinity).length"),
    ("text of a bomb", "let a = []; for (let i = 0; i < 60; i++) a = [a, a]; return String(a)"),
    ("regex bomb", "return /^(a+)+$/.test('a'.repeat(40 + Ñ % 7) + '!')"),
    ("regex bomb, nested", "return 'x'.repeat(60 + Ñ % 9).replace(/(x+x+)+y/g, '')"),
    ("regex that is large", "return new RegExp('(?:a{1,1000}){1,1000}'.repeat(Ñ)).test('a'.repeat(5000))"),
    ("regex loop", "for (;;) /(.*)*b/.exec('a'.repeat(30))"),
    (
        "constructor",
        "return [].constructor.constructor('return globalThis.process || (() => { throw 1 })()')()",
    ),
    ("async constructor", "return (async () => {}).constructor('return 1')"),
    ("generator constructor", "return (function * () {}).constructor('for (;;) {}')().next()"),
    ("eval", "return (0, eval)('while (true) {} Ñ')"),
    ("Function", "return new Function('for (;;) {}')()"),
    ("import", "import('/etc/passwd').then(x => x); return 'ok'"),
    ("require", "return require('fs').readFileSync('/etc/passwd')"),
    ("process", "return process.env.HOME"),
    ("std", "return (globalThis.std || globalThis.os || globalThis.Deno || globalThis.bjson).exec('id')"),
    ("prototype of Object", "Object.prototype.type = 'script'; Object.prototype.$slot = Ñ; return 'x'"),
    (
        "prototype of Array",
        "Array.prototype.push = () => { throw 1 }; Array.prototype.map = null; return ['x']",
    ),
    (
        "prototype getter",
        "Object.defineProperty(Object.prototype, 'ok', { get() { for (;;) {} } }); return 'x'",
    ),
    (
        "stringify is gone",
        "JSON.stringify = () => '{\"ok\":[[0,\"ESCAPED\"]]}'; JSON.parse = null; return 'x'",
    ),
    (
        "runtime is gone",
        "$docs = null; globalThis.$h = null; globalThis.React = null; delete globalThis.$docs; return 'x'",
    ),
    ("runtime is changed", "$docs.flat = () => ['ESCAPED']; $docs.call = () => { for (;;) {} }; return 'x'"),
    ("load itself", "return $docs.load('page.mdx').$places.map(f => f())"),
    ("many elements", "return Array.from({ length: 1e5 * Ñ }, (x, i) => <b key={i}>{i}</b>)"),
    ("deep elements", "let e = 'x'; for (let i = 0; i < 1e5; i++) e = <b>{e}</b>; return e"),
    ("elements without end", "const F = () => <F />; return <F />"),
    ("twice the elements", "const F = () => <><F /><F /></>; return <F />"),
    ("large attribute", "return <p title={'x'.repeat(Ñ * 100000)}>{'y'.repeat(Ñ * 100000)}</p>"),
    ("bad names", "return $h('a onload=alert(1)', null, 'x')"),
    (
        "element that lies",
        "return { $: $F, type: 'script', props: { children: 'lies', at: { valueOf() { for (;;) {} } } } }",
    ),
    ("lying slot", "return [$s(-1), $s(1e9), $s('x'), $s({}), $h('docs-node', { at: 1e9 })]"),
    ("cyclic value", "const o = { a: [] }; o.a.push(o); return <Card title={o} />"),
    ("nested value", "let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; return <Card title={o} />"),
    ("state loop", "const [n, set] = useState(0); set(n + 1); return n"),
    ("thrown nothing", "throw undefined"),
    ("thrown getter", "throw { get message() { for (;;) {} } }"),
    ("thrown proxy", "throw new Proxy({}, { get() { for (;;) {} } })"),
    ("big numbers", "let n = 2n; for (;;) n = n ** 99n"),
    ("sort", "return new Array(1e5).fill(Ñ).sort(() => { for (;;) {} })"),
    ("date", "for (;;) new Date(NaN).toLocaleDateString()"),
    ("comparing", "const a = 'x'.repeat(2e5) + Ñ, b = 'x'.repeat(2e5) + Ñ; for (;;) if (a !== b) break"),
    ("symbols", "const o = {}; for (let i = 0; ; i++) o[Symbol(i + Ñ)] = o"),
    (
        "set like",
        "return new Set([1]).union?.({ size: Infinity, has: () => true, keys: () => ({ next: () => ({ done: false, value: Ñ }) }) })",
    ),
    ("pending promises", "for (;;) Promise.resolve(Ñ).then(() => { for (;;) {} })"),
    (
        "group",
        "return Object.groupBy?.({ [Symbol.iterator]: () => ({ next: () => ({ value: Ñ, done: false }) }) }, x => x)",
    ),
    ("url", "return fetch('https://example.com/' + Ñ)"),
    ("storage", "localStorage.setItem('a', Ñ); return 'x'"),
];

/// How a body is written into a page.
const SHAPES: &[fn(&str) -> String] = &[
    |body| format!("{{(() => {{ {body} }})()}}"),
    |body| format!("export const Bad = () => {{ {body} }}\n\n<Bad />"),
    |body| format!("export const Bad = () => {{ {body} }}\n\n<Card title={{Bad()}}>inside</Card>"),
    |body| format!("export const bad = (() => {{ {body} }})()\n\n{{bad}}"),
    |body| {
        format!(
            "export const Bad = ({{ make }}) => {{ const [a] = useState(make); return a }}\n\n<Bad make={{() => {{ {body} }}}}><p>inside</p></Bad>"
        )
    },
    |body| {
        format!(
            "export const Bad = props => {{ const v = useMemo(() => {{ {body} }}, []); return <div>{{v}}{{props.children}}</div> }}\n\n<Note><Bad>**inside**</Bad></Note>"
        )
    },
    |body| {
        format!("export class Bad extends React.Component {{ render() {{ {body} }} }}\n\n- item\n\n  <Bad/>")
    },
];

#[test]
fn mdx_03_out_08_a_thousand_hostile_scripts_stay_inside_and_end() {
    let mut cases: Vec<(String, String)> = Vec::new();
    for (number, (name, body)) in FAMILIES.iter().enumerate() {
        for (shape, write) in SHAPES.iter().enumerate() {
            for variant in 0..2 {
                let body = body.replace('Ñ', &(number % 7 + shape + 3 * variant + 1).to_string());
                let page = format!("Before the script.\n\n{}\n\nAfter the script.\n", write(&body));
                cases.push((format!("{name}, shape {shape}"), page));
            }
        }
    }
    assert!(cases.len() > 1000, "{}", cases.len());
    // Some of each in an ordinary run.
    let all = std::env::var("DOCS_HOSTILE").is_ok_and(|value| value == "all");
    let pool = rayon::ThreadPoolBuilder::new().stack_size(docs::engine::STACK).build().expect("threads");
    let step = if all { 1 } else { 3 };
    let failures: Vec<String> = pool.install(|| {
        cases
            .par_iter()
            .step_by(step)
            .filter_map(|(name, page)| {
                if let Ok(only) = std::env::var("DOCS_ONLY") {
                    if !name.contains(&only) {
                        return None;
                    }
                    eprintln!("run {name}");
                }
                let bound = bound(page);
                let mut text = String::new();
                text_of(&bound.nodes, &mut text);
                let whole = text.contains("Before the script.") && text.contains("After the script.");
                let limits = bound.diagnostics.iter().filter(|it| it.code == "expression-limit").count();
                let problem = if text.contains("ESCAPED") || text.contains("root:") {
                    "got out"
                } else if !whole {
                    "took the page with it"
                } else if limits > 1 {
                    "was reported twice"
                } else {
                    return None;
                };
                Some(format!("{name} {problem}: {page}"))
            })
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn mdx_03_out_08_a_limit_is_one_problem_with_a_place() {
    let bound = bound(
        "# A\n\ntext {(() => { for (;;) {} })()} more\n\n{Math.max(1, 2)}\n\n{[1].forEach(() => { while (1) {} })}\n",
    );
    let problems: Vec<_> = bound.diagnostics.iter().collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].code, "expression-limit");
    let at = problems[0].location.as_ref().expect("a place");
    assert_eq!((at.line, at.column), (3, 6));
}
