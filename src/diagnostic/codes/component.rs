//! Components and elements in pages.

use super::Entry;

#[rustfmt::skip]
pub const CODES: &[Entry] = &[
    ("accordion-title-not-text", "The title of an accordion is made of elements, so the link to it changes with them.", "<Accordion title={<b>Plans</b>}>", "Write the title as a string, or give the accordion an `id`."),
    ("accordion-without-title", "An accordion has no title, so nobody knows what opens.", "<Accordion>…</Accordion>", "Add `title=\"…\"`."),
    ("attribute-value", "A property of a component has a value that it cannot have, so it has no effect or not the one that is meant.", "<Columns cols=\"many\">", "Write what the message asks for."),
    ("block-in-inline", "A component that is part of a line holds blocks, which a browser moves out of it.", "<Tooltip tip=\"…\">\n\n- a list\n\n</Tooltip>", "Keep lists, code and other blocks out of it."),
    ("diagrams-not-fetched", "Readers of pages with diagrams load the script that draws them from another host. A build downloads nothing by itself.", "a block of code in `mermaid`", "Run `docs fetch` once: the site then brings its own copy."),
    ("duplicate-accordion-title", "Two accordions of a page have the same title, so their links differ by a number only.", "two `<Accordion title=\"Example\">`", "Give them different titles, or an `id` each."),
    ("duplicate-view", "Two views of a page have the same title, and only one of them can be chosen.", "two `<View title=\"Python\">`", "Put the content of both into one view."),
    ("field-without-name", "A parameter or field says nothing about its name.", "<ParamField type=\"string\">", "Name it: `query=\"limit\"`, `path`, `body` or `header`; `name` for a ResponseField."),
    ("missing-attribute", "A component lacks an attribute without which it shows nothing.", "<Snippet />", "Add the attribute that is named."),
    ("package-without-name", "`PackageInstall` names no package.", "<PackageInstall />", "Add `pkg=\"…\"`."),
    ("pro-icon", "The icon belongs to Font Awesome Pro, which may not be given away; the nearest free one is shown.", "icon=\"house\" iconType=\"duotone\"", "Choose a free style or icon, or put the SVG into the project."),
    ("repeated-aside", "A page shows one request example and one response example beside the text; there are more.", "two `<RequestExample>` in a page", "Move all samples into the first one."),
    ("repository-without-name", "A card of a repository does not say which.", "<GitHub />", "Add `repo=\"owner/name\"`."),
    ("step-outside-steps", "A step stands alone, so it has no number.", "<Step title=\"Install\">", "Put the steps of one procedure into `<Steps>`."),
    ("tab-outside-tabs", "A tab stands alone, so its content is shown as it is.", "<Tab title=\"macOS\">", "Put the tabs into `<Tabs>`."),
    ("tab-without-title", "A tab has no title, so its button is empty.", "<Tab>…</Tab>", "Add `title=\"…\"`."),
    ("table-without-rows", "Nothing is in a table, so nothing is shown.", "<Table headers={[\"A\"]} data={[[\"1\"]]} />", "Write a Markdown table inside, or `<tr>`."),
    ("tree-item-outside-tree", "A file or folder stands outside of a tree.", "<Tree.File name=\"a.ts\" />", "Put it into `<Tree>`."),
    ("type-table-without-rows", "A table of types has no rows.", "<TypeTable />", "Add `rows={[{ name: \"…\", type: \"…\" }]}`."),
    ("unknown-attribute", "A component has no such attribute, so it has no effect. It resembles one that exists, or holds a text that nobody sees.", "<Card titel=\"Start\">", "Write the attribute that is suggested."),
    ("unknown-audience", "`Visibility` knows `humans` and `agents` only.", "<Visibility for=\"robots\">", "Write `for=\"humans\"` or `for=\"agents\"`."),
    ("unknown-component", "No component has this name. What is inside is shown without it.", "<Notes>…</Notes>", "Correct the name, or import the component."),
    ("unknown-element", "HTML has no element of this name. What is inside is shown without it.", "<centre>…</centre>", "Use an element of HTML or a component; write `\\<` for the sign."),
    ("unknown-icon", "No library has an icon of this name.", "icon=\"rockett\"", "Take the name that is suggested, or look it up in the library of `icons.library`."),
    ("unsafe-url", "The address would run code in the reader's browser, or holds data, which browsers open from no page, so it is left out.", "[click](javascript:alert(1))", "Write an address that begins with https://, / or #."),
    ("update-without-label", "An entry of a changelog has no label, so nothing can link to it.", "<Update description=\"May\">", "Add `label=\"2.4.0\"`."),
    ("view-without-title", "A view has no title, so it cannot be chosen and is always shown.", "<View>…</View>", "Add `title=\"…\"`."),
];
