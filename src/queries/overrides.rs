//! Components of a project that stand in for those of the program (CSS-09): `components/Card.mdx`, or `.jsx` and the like.
//!
//! A page that uses one has it as if it imported it. What such a file itself writes is the program's, so that a card may
//! be put around a card.

use super::*;
use crate::html::component::component_names;
use crate::page::expression::Import;

/// The folder of these files.
const FOLDER: &str = "components";

/// The files by the names of their components. Kept: every body asks which there are, and they change with the list of
/// files and with the configuration alone. What that names is a page about a component.
#[salsa::tracked(returns(clone))]
pub fn overrides(db: &dyn Db, project: Project) -> Arc<BTreeMap<String, SourcePath>> {
    db.ran("overrides", &"");
    let files = project.files(db);
    let file = |name: &str| {
        let paths =
            ["mdx", "jsx", "tsx", "md"].map(|ending| SourcePath::new(&format!("{FOLDER}/{name}.{ending}")));
        paths.into_iter().find(|path| files.contains_key(path))
    };
    let mut pages = BTreeSet::new();
    config(db, project).config.navigation.each_page(&mut |path| {
        pages.extend(path.strip_prefix(FOLDER).and_then(|path| path.strip_prefix('/')).map(str::to_owned));
    });
    let names = component_names().filter(|name| !pages.contains(*name));
    Arc::new(names.filter_map(|name| Some((name.to_owned(), file(name)?))).collect())
}

/// Lets a page import those that it uses, or may use in what it imports. A name that it has from elsewhere stays.
pub(super) fn import_overrides(
    document: &mut Document,
    overrides: &BTreeMap<String, SourcePath>,
    text: &dyn Fn(&SourcePath) -> Option<Arc<str>>,
) {
    let imports_others = !document.module.imports.is_empty();
    for (name, path) in overrides {
        let is_used = imports_others || document.source.text.contains(&format!("<{name}"));
        if !is_used || document.module.declares(name) {
            continue;
        }
        // Scripts may give it by its name alone.
        let is_default = page::is_markdown(path)
            || text(path).is_some_and(|text| text.contains("export default") || text.contains("as default"));
        let exported = if is_default { "default" } else { name.as_str() };
        document.module.imports.push(Import {
            specifier: format!("/{path}"),
            names: vec![(exported.to_owned(), name.clone())],
            span: Span::default(),
        });
    }
}
