//! What components promise beyond their markup: ids, table of contents, warnings, and what a page loads
//! because of them. Built by the real engine; names begin with the row of the feature.

use crate::site::{Built, Site};

/// A site of one page with this body.
fn page(body: &str) -> Built {
    let text = format!("---\ntitle: Page\n---\n\n{body}\n");
    Site::new().file("index.mdx", &text).file("other.mdx", "---\ntitle: Other\n---\n\nText.\n").build()
}

/// The ids of the table of contents, in order.
fn toc(built: &Built) -> Vec<String> {
    let html = built.html("index.html");
    let list = html.split_once("<ul class=\"toc\">").map_or("", |(_, rest)| rest);
    let list = list.split_once("</details>").map_or(list, |(list, _)| list);
    list.split("<a href=\"#").skip(1).filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
}

fn loads(built: &Built, script: &str) -> bool {
    built.html("index.html").contains(&format!("src=\"/_docs/{script}."))
}

/// Names of the style sheets that a page loads, without their hashes.
fn sheets(built: &Built) -> Vec<String> {
    let html = built.html("index.html");
    let hrefs = html.split("<link rel=\"stylesheet\" href=\"/_docs/").skip(1);
    hrefs.filter_map(|part| Some(part.split_once(['.', '-'])?.0.to_owned())).collect()
}

/// The script that makes kept choices ahead of the first paint.
const CHOICES: &str = "getAll(\"tab\")";

#[test]
fn cmp_03_a_card_is_one_link_and_no_heading() {
    let built = page("## Before\n\n<Card title=\"A card\" href=\"/other\">Text.</Card>\n\n## After");
    assert_eq!(toc(&built), ["before", "after"]);
    let body = built.body("index.html");
    assert_eq!(body.matches("href=\"/other\"").count(), 1, "{body}");
    built.assert_no_problems();
}

#[test]
fn cmp_03_cmp_05_a_link_that_is_a_picture_has_a_name() {
    let site = |body: &str| {
        let text = format!("---\ntitle: Page\n---\n\n{body}\n");
        let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";
        Site::new().file("index.mdx", &text).file("a.svg", picture).build().body("index.html").to_owned()
    };
    let named = "aria-label=\"https://a.b\"";
    assert!(site("<Card href=\"https://a.b\" img=\"/a.svg\" />").contains(named));
    assert!(site("<Tile href=\"https://a.b\"><img src=\"/a.svg\" alt=\"\" /></Tile>").contains(named));
    assert!(!site("<Tile href=\"https://a.b\"><img src=\"/a.svg\" alt=\"A\" /></Tile>").contains(named));
    assert!(!site("<Card href=\"https://a.b\" title=\"T\" />").contains(named));
}

#[test]
fn cmp_06_accordion_ids_and_warnings() {
    let built = page(
        "<Accordion title=\"Same: One\">x</Accordion>\n\n<Accordion title=\"Same: One\">y</Accordion>\n\n\
         <Accordion>no title</Accordion>\n\n<Accordion title={<b>JSX</b>}>z</Accordion>\n\n\
         <Accordion title=\"A\" id=\"own\">\n## Not listed\n</Accordion>\n\n## Listed\n\n## Too",
    );
    let body = built.body("index.html");
    for id in ["same-one", "same-one-1", "own"] {
        assert!(body.contains(&format!("<details class=\"accordion\" id=\"{id}\"")), "{id}: {body}");
    }
    assert_eq!(toc(&built), ["listed", "too"]);
    let codes = built.codes();
    for code in ["duplicate-accordion-title", "accordion-without-title", "accordion-title-not-text"] {
        assert!(codes.contains(&code), "{codes:?}");
    }
}

#[test]
fn cmp_08_an_expandable_says_what_a_click_does() {
    let built = page("<Expandable title=\"more\">x</Expandable>\n\n<Expandable defaultOpen>y</Expandable>");
    let body = built.body("index.html");
    assert!(body.contains("data-other=\"Hide more\">Show more</span>"), "{body}");
    assert!(body.contains("data-other=\"Show child attributes\">Hide child attributes</span>"), "{body}");
    assert!(loads(&built, "components"));
}

#[test]
fn cmp_09_tabs_ids_toc_and_early_choice() {
    let built = page(
        "<Tabs>\n<Tab title=\"One\">\n## In one\n</Tab>\n<Tab title=\"Two\" id=\"second\">\n## In two\n</Tab>\n</Tabs>\n\n\
         <Tabs>\n<Tab title=\"One\">x</Tab>\n<Tab>y</Tab>\n</Tabs>",
    );
    let body = built.body("index.html");
    for id in ["one", "second", "one-2", "tab-title"] {
        assert!(
            body.contains(&format!("class=\"tab\" id=\"{id}\" aria-controls=\"panel-{id}\"")),
            "{id}: {body}"
        );
    }
    assert_eq!(toc(&built), ["in-one", "in-two"]);
    assert_eq!(built.codes(), ["tab-without-title"]);
    assert!(built.html("index.html").contains(CHOICES));
    assert!(!page("No tabs.").html("index.html").contains(CHOICES));
}

#[test]
fn cmp_11_steps_are_listed_with_heading_titles_only() {
    let built = page(
        "<Steps titleSize=\"h3\">\n<Step title=\"First\">a</Step>\n<Step title=\"Second\" titleSize=\"p\">b</Step>\n\
         <Step title=\"Third\" noAnchor>c</Step>\n<Step title={<em>Fourth</em>}>d</Step>\n</Steps>\n\n## End",
    );
    assert_eq!(toc(&built), ["first", "fourth", "end"]);
    built.assert_no_problems();
}

#[test]
fn cmp_11_what_stands_between_steps_is_an_item_of_the_list() {
    let built = page(
        "<Steps>\n<Step title=\"A\">a</Step>\n\n<Note>Between.</Note>\n\n<Step title=\"B\">b</Step>\n</Steps>",
    );
    let body = built.body("index.html");
    assert!(body.contains("<div class=\"step-between\" role=\"listitem\"><div class=\"callout\""), "{body}");
    assert!(body.contains("data-number=\"2\""), "{body}");
}

#[test]
fn cmp_14_a_name_may_be_a_link() {
    let mut site = Site::new().file("a.mdx", "# A").file(
        "index.mdx",
        "<ParamField body={<a href=\"/a\">Error</a>} type=\"x\" />\n\n<ResponseField name={<b>id</b>} />\n",
    );
    let built = site.build();
    built.assert_no_problems();
    let html = built.body("index.html");
    assert!(html.contains("<a href=\"/a\">Error</a></div>") && html.contains("<b>id</b></div>"), "{html}");
    assert!(html.contains("id=\"param-error\"") && html.contains("id=\"param-id\""), "{html}");
    let markdown = String::from_utf8_lossy(&built.files()["index.md"]).into_owned();
    assert!(markdown.contains("| `Error` |") && markdown.contains("| `id` |"), "{markdown}");
}

#[test]
fn cmp_14_the_location_names_the_field() {
    // Whatever the order in which they are written.
    let built = page(
        "<ParamField body=\"inBody\" query=\"inQuery\" type=\"string\">x</ParamField>\n\n<ParamField type=\"string\" />",
    );
    let body = built.body("index.html");
    assert!(body.contains("<div class=\"field\" id=\"param-in-query\">"), "{body}");
    assert!(body.contains("data-location=\"query\""), "{body}");
    assert_eq!(built.codes(), ["field-without-name"]);
}

#[test]
fn cmp_16_one_example_of_each_kind_request_first() {
    let example = |name: &str| format!("<{name}Example>\n\n```bash {name}\nx\n```\n\n</{name}Example>\n\n");
    let text = [example("Response"), example("Request"), example("Request")].concat();
    let built = page(&format!("Text.\n\n{text}"));
    let html = built.html("index.html");
    let (request, response) = (html.find("id=\"request-example\""), html.find("id=\"response-example\""));
    assert!(request.is_some() && request < response, "{request:?} {response:?}");
    assert_eq!(built.codes(), ["repeated-aside"]);
}

/// Groups of samples are chosen from a menu; with nothing to choose there is none.
#[test]
fn cmp_16_an_example_without_samples_has_no_menu() {
    for (inside, menus) in [("", 0), ("Words.", 0), ("<Tab title=\"A\">\n\n```bash\nx\n```\n\n</Tab>", 2)] {
        let built = page(&format!("Text.\n\n<RequestExample>\n{inside}\n</RequestExample>\n"));
        assert_eq!(built.html("index.html").matches("role=\"tablist\"").count(), menus, "{inside}");
        built.assert_no_problems();
    }
}

#[test]
fn cmp_17_a_panel_takes_the_place_of_the_contents() {
    let built = page("## One\n\n<Panel>\n<Panel>Inner</Panel>\n</Panel>\n\n## Two\n\n<Panel>Second</Panel>");
    let html = built.html("index.html");
    assert!(
        html.contains("id=\"panel\"")
            && html.contains("Inner")
            && built.body("index.html").contains("Second")
    );
    assert!(!html.contains("id=\"table-of-contents\""));
    assert_eq!(built.codes(), ["repeated-aside"]);
}

#[test]
fn cmp_18_updates_are_listed_their_headings_are_not() {
    let built = page(
        "<Update label=\"v2\" tags={[\"A\"]}>\n## Inside\n</Update>\n\n<Update label={<>v1</>}>x</Update>\n\n<Update>y</Update>",
    );
    assert_eq!(toc(&built), ["v2", "v1"]);
    assert_eq!(built.codes(), ["update-without-label"]);
    assert!(loads(&built, "changelog") && !loads(&built, "components"));
}

#[test]
fn cmp_19_all_views_are_there_and_the_first_is_shown() {
    let built = page(
        "<View title=\"One\">\n## In one\n</View>\n\n<View title=\"Two\">\n## In two\n</View>\n\n<View>Always</View>\n\n<View title=\"One\">More</View>",
    );
    let body = built.body("index.html");
    assert!(body.contains("id=\"one\" data-view-title=\"One\">"), "{body}");
    assert!(body.contains("id=\"two\" data-view-title=\"Two\" data-hidden>"), "{body}");
    assert!(body.contains("Always"));
    assert_eq!(toc(&built), ["in-one", "in-two"]);
    let mut codes = built.codes();
    codes.sort_unstable();
    assert_eq!(codes, ["duplicate-view", "view-without-title"]);
    assert!(loads(&built, "components") && built.html("index.html").contains(CHOICES));
}

#[test]
fn cmp_20_what_is_for_agents_is_not_in_the_page() {
    let built = page(
        "<Visibility for=\"agents\">\n## Hidden\n</Visibility>\n\n<Visibility for=\"humans\">\n## Shown\n</Visibility>\n\n\
         A <Visibility for=\"humans\">part of a</Visibility> sentence.\n\n## End",
    );
    let body = built.body("index.html");
    assert!(!body.contains("Hidden"), "{body}");
    assert!(body.contains("<p>A part of a sentence.</p>"), "{body}");
    assert_eq!(toc(&built), ["shown", "end"]);
    assert_eq!(page("<Visibility for=\"cats\">x</Visibility>").codes(), ["unknown-audience"]);
}

#[test]
fn cmp_21_blocks_in_a_badge_are_told() {
    assert_eq!(page("<Badge>\n\n- a\n\n</Badge>").codes(), ["block-in-inline"]);
    assert_eq!(page("<Tooltip tip=\"x\">\n\n- a\n\n</Tooltip>").codes(), ["block-in-inline"]);
}

#[test]
fn cmp_22_an_icon_with_a_label_says_it() {
    let built = page(
        "<Icon icon=\"key\" label=\"Locked\" /> <Icon icon=\"key\" />\n\n<Icon src=\"/a.png\" label=\"Own\" />",
    );
    let body = built.body("index.html");
    assert_eq!(body.matches("role=\"img\" aria-label=\"Locked\"").count(), 1, "{body}");
    assert_eq!(body.matches("aria-hidden=\"true\"").count(), 1, "{body}");
    assert!(body.contains("<img src=\"/a.png\" alt=\"Own\" class=\"icon\""), "{body}");
    // The label of another component is not that of its icon.
    let built = page("<Step title=\"A\" icon=\"key\" label=\"B\">c</Step>");
    assert!(!built.body("index.html").contains("aria-label=\"B\""));
}

#[test]
fn cmp_23_trees_load_their_keys() {
    let built = page("<FileTree>\n- src/\n  - main.rs\n</FileTree>");
    assert!(loads(&built, "components"));
    assert!(!loads(&page("Text."), "components"));
    assert_eq!(page("<Tree.File name=\"a\" />").codes(), ["tree-item-outside-tree"]);
}

#[test]
fn cmp_26_a_prompt_is_the_source() {
    let built = page(
        "<Prompt description=\"D\">\n  You're \"it\" -- {not_bound}, {{left}} and a [link](/nowhere).\n\n  ## Not a heading\n</Prompt>\n\n## End\n\n## Last",
    );
    let body = built.body("index.html");
    assert!(
        body.contains(
            "You're \"it\" -- {not_bound}, {{left}} and a [link](/nowhere).\n\n## Not a heading</pre>"
        ),
        "{body}"
    );
    assert_eq!(toc(&built), ["end", "last"]);
    built.assert_no_problems();
    let built = page("<Prompt>{`line 1\nline 2`}</Prompt>");
    assert!(built.body("index.html").contains(">line 1\nline 2</pre>"), "{}", built.body("index.html"));
}

#[test]
fn cmp_28_formulas_keep_their_braces() {
    let built = page("<Latex>\\frac{1}{2}</Latex>");
    assert!(
        built.body("index.html").contains("<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>"),
        "{}",
        built.body("index.html")
    );
    built.assert_no_problems();
}

#[test]
fn cmp_28_the_old_snippet_form() {
    let built = Site::new()
        .file("index.mdx", "---\ntitle: P\n---\n\n<Snippet file=\"a.mdx\" />\n\n<Snippet file=\"b.mdx\" />\n")
        .file("_snippets/a.mdx", "Old place.\n")
        .file("snippets/b.mdx", "New place.\n")
        .build();
    let body = built.body("index.html");
    assert!(body.contains("Old place.") && body.contains("New place."), "{body}");
    built.assert_no_problems();
}

#[test]
fn cmp_30_cmp_31_what_is_missing_is_told() {
    assert_eq!(page("<TypeTable />").codes(), ["type-table-without-rows"]);
    assert_eq!(page("<Table headers={['A']} data={[['1']]} />").codes(), ["table-without-rows"]);
    page("<Table>\n\n| A |\n|---|\n| 1 |\n\n</Table>").assert_no_problems();
    assert_eq!(page("<PackageInstall />").codes(), ["package-without-name"]);
    let built = page("<PackageInstall>kestrel</PackageInstall>");
    assert!(built.body("index.html").contains("npm "), "{}", built.body("index.html"));
    built.assert_no_problems();
}

#[test]
fn pages_load_only_what_their_components_need() {
    assert_eq!(sheets(&page("<Note>Plain.</Note>")), ["style"]);
    let built = page("<Color><Color.Item value=\"#fff\" /></Color>");
    assert_eq!(sheets(&built), ["style", "color"]);
    assert!(!loads(&built, "components"));
    // What a page names is there.
    let html = built.html("index.html");
    let file = html
        .split("href=\"/")
        .find(|part| part.starts_with("_docs/color."))
        .and_then(|part| part.split_once('"'));
    assert!(file.is_some_and(|(file, _)| built.files().contains_key(file)), "{html}");
}

#[test]
fn chr_05_contents_are_listed_from_two_headings_on_in_the_margin_and_above_the_text() {
    assert!(toc(&page("## One\n\nText")).is_empty());
    let built = page("## One\n\n### Part `code`\n\n## Two\n\n##### Deep");
    assert_eq!(toc(&built), ["one", "part-code", "two"]);
    let html = built.html("index.html");
    assert!(
        html.contains("<details class=\"toc-disclosure\">") && html.contains("<nav id=\"table-of-contents\"")
    );
    assert_eq!(html.matches("data-depth=\"1\"><a href=\"#part-code\">Part code</a>").count(), 2);
}

#[test]
fn cmp_29_a_frame_that_waits_for_its_reader_loads_nothing_from_elsewhere() {
    let frame = |attributes: &str| {
        let text = format!("---\ntitle: Page\n---\n\n<iframe {attributes}></iframe>\n");
        let files = [("other.mdx", "# Other"), ("a.png", "")];
        let built = files.iter().fold(Site::new(), |site, (path, text)| site.file(path, text));
        let built = built.file("index.mdx", &text).build();
        built.assert_no_problems();
        let body = built.body("index.html");
        let (_, rest) = body.split_once("<iframe ").expect("a frame");
        rest.split_once("</iframe>").expect("an end").0.to_owned()
    };
    let film = frame(
        "loading=\"click\" className=\"w-full\" src=\"https://www.youtube.com/embed/a?rel=0\" title=\"A &amp; B\" allowFullScreen",
    );
    for part in [
        "srcdoc=\"&lt;!doctype html&gt;",
        "href=&quot;https://www.youtube.com/embed/a?rel=0&amp;amp;autoplay=1&quot;",
        "A &amp;amp; B",
        "Load from youtube.com",
        " class=\"w-full\" title=\"A &amp; B\" allowfullscreen",
        "allow=\"autoplay https://www.youtube.com\"",
    ] {
        assert!(film.contains(part), "{part}\n{film}");
    }
    assert!(!film.contains(" src=\"") && !film.contains("loading="), "{film}");
    let other =
        frame("loading=\"click\" src=\"https://a.example/b\" title=\"T\" poster=\"/a.png\" allow=\"camera\"");
    assert!(
        other.contains("src=&quot;/a.png&quot;") && other.contains(" allow=\"camera https://a.example\""),
        "{other}"
    );
    assert!(
        !other.contains("&lt;svg") && !other.contains("poster=") && !other.contains("autoplay"),
        "{other}"
    );
    // What is of this site needs no click, and others wait as they do.
    for plain in ["loading=\"click\" src=\"/other\" title=\"T\"", "src=\"https://a.example/b\" title=\"T\""] {
        let html = frame(plain);
        assert!(html.contains("src=\"") && !html.contains("srcdoc"), "{html}");
    }
}

#[test]
fn diag_06_values_and_properties_that_cannot_be_are_told() {
    let wrong = [
        "<Columns cols=\"many\">x</Columns>",
        "<Columns cols={9}>x</Columns>",
        "<CardGroup cols=\"0\">x</CardGroup>",
        "<Frame hint={{ a: 1 }}>x</Frame>",
        "<CodeGroup dropdown=\"maybe\">\n\n```js\n1\n```\n\n</CodeGroup>",
        "<Badge color=\"reed\">x</Badge>",
        "<Badge size=\"huge\">x</Badge>",
        // Any text turns a switch on, whatever it says.
        "<Accordion title=\"a\" defaultOpen=\"False\">x</Accordion>",
        "<Accordion title=\"a\" defaultOpen=\"no\">x</Accordion>",
        // Parts of others, too.
        "<Steps>\n<Step title=\"a\" stepNumber=\"many\">x</Step>\n</Steps>",
    ];
    for body in wrong {
        assert_eq!(page(body).codes(), ["attribute-value"], "{body}");
    }
    assert_eq!(
        page("<Tabs>\n<Tab titel=\"a\">x</Tab>\n</Tabs>").codes(),
        ["tab-without-title", "unknown-attribute"]
    );
    let hint =
        |body: &str| page(body).diagnostics().iter().filter_map(|it| it.hint.clone()).collect::<String>();
    assert!(hint("<Columns cols=\"many\">x</Columns>").contains("`cols={2}`"));
    assert!(page("<Columns cols={9}>x</Columns>").html("index.html").contains("data-cols=\"4\""));
    let off = hint("<Accordion title=\"a\" defaultOpen=\"False\">x</Accordion>");
    assert!(off.contains("this turns it on") && off.contains("`defaultOpen={false}`"), "{off}");
    // What is computed counts as in JavaScript.
    let open = |value: &str| {
        let built = page(&format!("<Accordion title=\"a\" defaultOpen={{{value}}}>x</Accordion>"));
        built.body("index.html").contains(" open>")
    };
    assert_eq!(["0", "1", "false", "true"].map(open), [false, true, false, true]);
    for body in
        ["Text <Icon /> text", "<Tooltip>word</Tooltip>", "<Color>\n<Color.Item name=\"a\" />\n</Color>"]
    {
        assert_eq!(page(body).codes(), ["missing-attribute"], "{body}");
    }
    let right = "<Columns cols=\"2\">x</Columns>\n\n<Accordion title=\"a\" defaultOpen=\"True\">x</Accordion>\n\n\
                 <Accordion title=\"b\" defaultOpen=\"yes\">x</Accordion>\n\n\
                 <Frame caption={false} hint={<b>x</b>}>x</Frame>\n\n<Badge color=\"teal\" disabled=\"disabled\">x</Badge>\n\n\
                 export const Mark = ({ icon, tip }) => <Tooltip tip={tip}><Icon icon={icon} /></Tooltip>\n\n<Mark />\n\n\
                 <Steps>\n<Step>\nText\n</Step>\n</Steps>";
    page(right).assert_no_problems();
    // What an engine computes may be absent, too.
    let computed = "export const Mark = ({ icon }) => { let own; for (const one of [icon]) own = one; return \
                    <b><Icon icon={own} />x</b> }\n\n<Mark />";
    page(computed).assert_no_problems();
}

/// By CommonMark a `**` between a sign and a letter only opens or only closes.
#[test]
fn txt_01_bold_may_end_behind_a_sign_where_no_blank_follows() {
    let built = page(
        "- **使用场景：**可引用**强调**。\n\n## これは**「強調」**です\n\n**使用 `x`**来\n\n**bold:**text",
    );
    let body = built.body("index.html");
    for bold in [
        "<strong>使用场景：</strong>可引用<strong>强调</strong>。",
        "これは<strong>「強調」</strong>です",
        "</code></strong>来",
    ] {
        assert!(body.contains(bold), "{bold}: {body}");
    }
    assert!(body.contains("**bold:**text"), "{body}");
    // Whoever reads the Markdown goes by CommonMark.
    let text = built.html("index.md");
    assert!(text.contains("<strong>使用场景：</strong>可引用**强调**"), "{text}");
    built.assert_no_problems();
}

/// A picture may stand in a page as its own bytes.
#[test]
fn mdx_02_tags_and_expressions_may_be_long() {
    let long = "M".repeat(300_000);
    let built = page(&format!(
        "<img alt=\"a\" src=\"data:image/png;base64,{long}\" />\n\n\
         <Card title=\"P\" icon={{<svg viewBox=\"0 0 10 10\"><path d=\"{long}\"/></svg>}}>x</Card>\n\nEnd {{/* {long} */}}."
    ));
    built.assert_no_problems();
    let body = built.body("index.html");
    assert!(body.contains("<path d=\"MMM") && body.contains("base64,MMM") && body.contains("End ."));
}
