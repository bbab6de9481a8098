//! Utility classes in pages: which rules they give, in which order, and what a new one changes.

use std::collections::BTreeSet;

use docs::html::utility::{is_utility, sheet};
use serde_json::json;

use crate::site::Site;

mod normal;

fn css(classes: &str) -> String {
    sheet(&classes.split_ascii_whitespace().map(str::to_owned).collect::<BTreeSet<_>>())
}

/// The rule of one class.
#[track_caller]
fn expect(class: &str, rule: &str) {
    let css = css(class);
    assert!(css.starts_with(&format!("@layer utilities{{{rule}}}")), "{class}: {css}");
}

/// Classes as Mintlify writes them in the browser, which authors copy into their sources.
#[test]
fn txt_14_utilities_with_the_prefix_of_the_original() {
    expect("mint-flex", ".mint-flex{display:flex}");
    expect("-mint-mt-2", ".-mint-mt-2{margin-top:-.5rem}");
    expect("!mint-hidden", ".\\!mint-hidden{display:none!important}");
    assert!(css("md:mint-flex-row").contains("{.md\\:mint-flex-row{flex-direction:row}}"));
    assert!(css("dark:mint-block").contains(".dark\\:mint-block"));
    assert!(!is_utility("mint-") && !is_utility("mint-mint-flex") && !is_utility("mint-tea"));
}

#[test]
fn txt_14_utilities_of_each_family() {
    expect("flex", ".flex{display:flex}");
    expect("-mt-2.5", ".-mt-2\\.5{margin-top:-.625rem}");
    expect("w-2/3", ".w-2\\/3{width:66.666667%}");
    expect("text-sm", ".text-sm{font-size:.875rem;line-height:1.25rem}");
    expect("text-sm/6", ".text-sm\\/6{font-size:.875rem;line-height:1.5rem}");
    expect("bg-red-500", ".bg-red-500{background-color:rgb(239 68 68 / var(--tw-bg-opacity,1))}");
    expect("bg-red-500/50", ".bg-red-500\\/50{background-color:rgb(239 68 68 / .5)}");
    expect("text-primary", ".text-primary{color:rgb(var(--primary) / var(--tw-text-opacity,1))}");
    expect(
        "border-gray-200/[.35]",
        ".border-gray-200\\/\\[\\.35\\]{border-color:rgb(var(--gray-200) / .35)}",
    );
    expect(
        "bg-[#1D9BD1]/[0.04]",
        ".bg-\\[\\#1D9BD1\\]\\/\\[0\\.04\\]{background-color:rgb(29 155 209 / 0.04)}",
    );
    expect("w-[calc(100%-2rem)]", ".w-\\[calc\\(100\\%-2rem\\)\\]{width:calc(100% - 2rem)}");
    expect("grid-cols-[1fr_2fr]", ".grid-cols-\\[1fr_2fr\\]{grid-template-columns:1fr 2fr}");
    expect("text-[15px]", ".text-\\[15px\\]{font-size:15px}");
    expect("text-[color:var(--x)]", ".text-\\[color\\:var\\(--x\\)\\]{color:var(--x)}");
    expect("[mask-type:luminance]", ".\\[mask-type\\:luminance\\]{mask-type:luminance}");
    expect("!mt-0", ".\\!mt-0{margin-top:0px!important}");
    expect("2xl:p-4", "@media (min-width:1536px){.\\32 xl\\:p-4{padding:1rem}}");
    assert!(css("space-y-4").contains(".space-y-4 > :not([hidden]) ~ :not([hidden]){margin-top:calc(1rem *"));
    assert!(css("divide-x").contains("> :not([hidden]) ~ :not([hidden]){border-right-width:"));
    assert!(css("animate-spin").ends_with("@keyframes spin{to{transform:rotate(360deg)}}"));
    assert!(css("-translate-x-1/2").contains("@property --tw-translate-x{syntax:\"*\";inherits:false}"));
}

#[test]
fn txt_14_utilities_with_variants() {
    expect("dark:hover:flex", ".dark\\:hover\\:flex:hover:where(.dark,.dark *){display:flex}");
    expect("group-hover:flex", ".group:hover .group-hover\\:flex{display:flex}");
    expect("group-hover/item:flex", ".group\\/item:hover .group-hover\\/item\\:flex{display:flex}");
    expect("peer-checked:flex", ".peer:checked ~ .peer-checked\\:flex{display:flex}");
    expect("data-[state=open]:flex", ".data-\\[state\\=open\\]\\:flex[data-state=\"open\"]{display:flex}");
    expect("[&_p]:m-0", ".\\[\\&_p\\]\\:m-0 p{margin:0px}");
    expect("[&>*]:m-0", ".\\[\\&\\>\\*\\]\\:m-0>*{margin:0px}");
    expect("before:absolute", ".before\\:absolute::before{content:var(--tw-content,\"\");position:absolute}");
    expect("placeholder:italic", ".placeholder\\:italic::placeholder{font-style:italic}");
    expect("[&>svg]:hover:flex", ".\\[\\&\\>svg\\]\\:hover\\:flex:hover>svg{display:flex}");
    expect(
        "hover:before:flex",
        ".hover\\:before\\:flex:hover::before{content:var(--tw-content,\"\");display:flex}",
    );
    expect("max-md:hidden", "@media not all and (min-width:768px){.max-md\\:hidden{display:none}}");
    expect("print:hidden", "@media print{.print\\:hidden{display:none}}");
}

#[test]
fn utilities_stand_in_the_order_in_which_later_ones_win() {
    let css = css("dark:block md:block hidden pt-1 px-2 p-3 lg:block hover:block block md:hidden");
    let at = |name: &str| css.find(name).unwrap_or_else(|| panic!("{name}: {css}"));
    let order =
        [".block{", ".hidden{", ".p-3{", ".px-2{", ".pt-1{", ".hover\\:block", ".md\\:block", ".md\\:hidden"];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{css}");
    assert!(at(".md\\:hidden") < at(".lg\\:block") && at(".lg\\:block") < at(".dark\\:block"));
    assert_eq!(css.matches("min-width:768px").count(), 1, "{css}");
}

#[test]
fn what_is_no_utility_gives_no_rule() {
    let none = "card my-class group peer not-prose w-100 mt-auto2 text-danger flex-center p-5.5 foo:flex md: :flex \
                bg-[red;color:blue] bg-[</style>] w-[10px}] [&{]:flex bg-[url('x] text-[ [&_p)]:flex -flex \
                hover:unknown:flex opacity-3 order-99 col-99 container-fluid h- - [] [:] [a:] w-[] z-[@import]";
    for class in none.split_ascii_whitespace() {
        assert!(!is_utility(class), "{class}: {}", css(class));
    }
    assert_eq!(css(none), "");
    assert!(!is_utility(&format!("w-[{}]", "1".repeat(500))));
}

#[test]
fn txt_14_a_page_has_the_rules_that_it_uses_and_no_others() {
    let mut site = Site::new()
        .file("index.mdx", "<div className=\"flex gap-2 my-own\">a</div>\n\n`<p class=\"grid\">`\n\n<X />\n\nimport X from \"/snippets/x.mdx\"\n")
        .file("snippets/x.mdx", "<p className=\"md:underline\">b</p>\n")
        .file("plain.mdx", "# A\n\n<Card title=\"x\" icon=\"key\">y</Card>\n\n```html\n<p class=\"flex\">\n```\n");
    let built = site.build();
    let html = built.html("index.html");
    let start = html.find("<style>").expect("a style sheet");
    let style = &html[start..start + html[start..].find("</style>").unwrap()];
    for class in [".flex{", ".gap-2{", ".md\\:underline{"] {
        assert!(style.contains(class), "{class}: {style}");
    }
    assert!(!style.contains("grid") && !style.contains("my-own"), "{style}");
    assert!(start > html.rfind("rel=\"stylesheet\"").unwrap());
    assert!(!built.html("plain/index.html").contains("<style>"));
    // A new class changes its page and nothing else.
    site.edit("plain.mdx", "<p className=\"p-4\">x</p>\n");
    let built = site.build();
    assert!(built.html("plain/index.html").contains("<style>@layer utilities{.p-4{padding:1rem}}</style>"));
    assert_eq!(built.report.pages_written, 1);
    built.assert_clean();
}

#[test]
fn components_of_the_program_use_no_utilities() {
    let mut site = Site::example();
    let built = site.build();
    for (path, bytes) in built.files() {
        let Some(html) = std::str::from_utf8(bytes).ok().filter(|_| path.ends_with(".html")) else {
            continue;
        };
        let Some(at) = html.find("<style>@layer utilities") else { continue };
        let end = html[at..].find("</style>").map_or(html.len(), |end| at + end);
        panic!("{path}: {}", &html[at..end]);
    }
}

#[test]
fn scripts_that_set_classes_bring_their_utilities() {
    let component = "export const Toggle = () => {\n  const [open, setOpen] = useState(false);\n  \
                     return <div className={open ? \"translate-y-1 block\" : \"opacity-50\"}>x</div>;\n};\n";
    let mut site = Site::new()
        .with_config(json!({"banner": {"content": "<b className=\"italic\">Hi</b>"}}))
        .file("index.mdx", "import { Toggle } from \"/snippets/toggle.jsx\"\n\n<Toggle />\n")
        .file("snippets/toggle.jsx", component);
    let built = site.build();
    let html = built.html("index.html");
    assert!(html.contains(".translate-y-1{") && html.contains(".opacity-50{"), "{html}");
    assert!(html.contains(".italic{font-style:italic}"));
}

/// What Tailwind CSS 3.4 says about classes: one set of classes in a line, a tab, its rules. With `primary`,
/// `background` and `gray` as variables of the site.
#[test]
fn txt_14_utilities_say_what_tailwind_says() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in include_str!("utilities/tailwind.tsv").lines() {
        let (classes, theirs) = line.split_once('\t').expect("two columns");
        let set: Vec<&str> = classes.split(' ').collect();
        let ours = css(classes);
        let (ours, theirs) = (normal::normal(&ours, &set), normal::normal(theirs, &set));
        count += 1;
        if ours != theirs {
            let (mine, other): (Vec<_>, Vec<_>) =
                (ours.difference(&theirs).collect(), theirs.difference(&ours).collect());
            wrong.push(format!("{classes}\n  ours   {mine:?}\n  theirs {other:?}"));
        }
    }
    assert!(count > 1_000);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
