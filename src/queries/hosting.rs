//! What the chosen host is told: redirects, caching, security. Whatever its format cannot say is done by pages of
//! their own and by the 404 page.

use super::*;
use crate::html::head_tags::head_tags;
use crate::html::page_assets::{nav_script, of_components};
use crate::html::policy;
use crate::html::template::{LANGUAGE_SCRIPT, inline_scripts};
use crate::site::hosting::{
    self, HOST_NAMES, Host, HostInput, Markdown, Negotiation, Source, host_files as files_of_host,
};
use crate::site::redirects::is_internal;
use crate::site::redirects::pattern::Piece;
use crate::text::{Addresses, Leads};

/// Font files that hosts are told about one by one.
const MOST_FONT_RULES: usize = 16;

/// Who does which redirect. Kept: redirect pages, the 404 page and the host's files each read a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RedirectPlan {
    /// Pages of their own: where each lies, and where it leads.
    pub stubs: Vec<(Slug, String)>,
    /// For the script of the 404 page: an expression, and a destination with `$1` for its first group.
    pub routes: Vec<(String, String)>,
    /// For the host: the numbers of its redirects in [`Rules`].
    for_host: BTreeSet<usize>,
    /// The names of its files.
    pub host_files: Vec<String>,
}

/// All redirects, those that are exact first.
struct Rules {
    exact: Vec<crate::site::redirects::Stub>,
    redirects: Arc<Redirects>,
    pages: Arc<BTreeMap<Slug, PageOrigin>>,
}

impl Rules {
    fn of(db: &dyn Db, project: Project) -> Self {
        let redirects = redirects(db, project);
        let pages = site_pages(db, project);
        Self { exact: redirects.stubs(&|path| is_page(&pages, path)), redirects, pages }
    }

    /// As hosts get them.
    fn listed<'r>(&'r self, db: &dyn Db, project: Project) -> Vec<hosting::Redirect<'r>> {
        let addresses = addresses(db, project);
        let exact = self.exact.iter().map(|stub| hosting::Redirect {
            source: Source::Exact(stub.source.clone()),
            destination: vec![Piece::Text(whole(&stub.destination, addresses))],
            status: stub.permanence.status(),
        });
        let patterns = self.redirects.patterns(&|path| is_page(&self.pages, path)).into_iter().map(|rule| {
            let mut destination = rule.destination;
            match destination.as_mut_slice() {
                [Piece::Text(text)] => *text = whole(text, addresses),
                [Piece::Text(text), ..] => *text = based(text, &addresses.base),
                [Piece::Part(_), ..] | [] => {
                    destination.insert(0, Piece::Text(format!("{}/", addresses.base)))
                }
            }
            let status = rule.permanence.status();
            hosting::Redirect { source: Source::Pattern(rule.pattern), destination, status }
        });
        exact.chain(patterns).collect()
    }
}

/// A destination that is known to its end. An address of another site has no slash of this one.
fn whole(destination: &str, addresses: &Addresses) -> String {
    let url = based(destination, &addresses.base);
    if is_internal(destination) { addresses.slashed(url, Leads::Anywhere) } else { url }
}

fn based(destination: &str, base: &str) -> String {
    if is_internal(destination) { format!("{base}{destination}") } else { destination.to_owned() }
}

/// Whether a page has this address.
pub(super) fn is_page(pages: &BTreeMap<Slug, PageOrigin>, path: &str) -> bool {
    pages.contains_key(&Slug::new(path)) || pages.contains_key(&Slug::new(&format!("{path}/index")))
}

#[salsa::tracked(returns(clone))]
pub fn redirect_plan(db: &dyn Db, project: Project) -> Arc<RedirectPlan> {
    db.ran("redirect_plan", &"");
    let settings = project.settings(db);
    let addresses = addresses(db, project);
    let rules = Rules::of(db, project);
    let listed = rules.listed(db, project);
    // The policy may become as long as this, which takes room in some formats.
    let policy = "-".repeat(settings.host.policy_limit());
    // A plain host has no file that says them.
    let (immutable, markdown) = match settings.host {
        Host::Plain => (Vec::new(), Markdown::OfAll),
        _ => (immutable(db, project), markdown(db, project)),
    };
    let all = listed.len();
    let routes: Vec<(String, String)> =
        listed.iter().map(|redirect| hosting::route(redirect, addresses)).collect();
    let input = HostInput {
        addresses,
        redirects: listed,
        immutable: &immutable,
        policy: &policy,
        markdown,
        precompress: settings.precompress,
    };
    let made = files_of_host(settings.host, &input);
    let left: BTreeSet<usize> = made.left.into_iter().collect();
    let exact = rules.exact.len();
    let to = |destination: &str| crate::html::site_view::config_url(destination, addresses);
    let stubs = rules.exact.iter().enumerate().filter(|(number, _)| left.contains(number));
    Arc::new(RedirectPlan {
        stubs: stubs.map(|(_, stub)| (Slug::new(&stub.source), to(&stub.destination))).collect(),
        routes: (exact..all)
            .filter(|number| left.contains(number))
            .filter_map(|at| routes.get(at).cloned())
            .collect(),
        for_host: (0..all).filter(|number| !left.contains(number)).collect(),
        host_files: made.files.into_iter().map(|(name, _)| name).collect(),
    })
}

/// What the scripts of a page need of a content security policy. Kept: the header is made of all of them.
#[salsa::tracked(returns(clone))]
fn page_scripts<'db>(db: &'db dyn Db, page: PageKey<'db>) -> Arc<[String]> {
    db.ran("page_scripts", page.slug(db));
    body::script_sources(db, Project::get(db), page)
}

/// Names and texts of the host's files, and what is wrong with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostOutput {
    pub files: Vec<(String, String)>,
    pub problems: Vec<Diagnostic>,
}

/// The files of the host.
#[salsa::tracked(returns(clone))]
pub fn host_files(db: &dyn Db, project: Project) -> Arc<HostOutput> {
    db.ran("host_files", &"");
    let settings = project.settings(db);
    if settings.host == Host::Plain {
        return Arc::new(HostOutput { files: hosting::plain_files(), problems: Vec::new() });
    }
    let mut sources: BTreeSet<String> =
        inline_scripts().iter().map(|script| crate::hash::sha256::policy_source(script)).collect();
    if super::languages::home_languages(db, project).is_some() {
        sources.insert(crate::hash::sha256::policy_source(LANGUAGE_SCRIPT.trim()));
    }
    // Templates, the project's among them, and the configuration may bring some to all pages.
    templates(db, project).0.script_sources(&mut sources);
    let head = head_tags(&head_elements(db, project), addresses(db, project));
    policy::script_sources(head.as_str(), &mut sources);
    for code in super::slots::all_languages(db, project) {
        sources.extend(super::slots::slots(db, LanguageKey::new(db, code)).sources.iter().cloned());
    }
    for (_, html) in missing::missing_pages(db, project).iter() {
        policy::script_sources(html, &mut sources);
    }
    for slug in site_pages(db, project).keys() {
        sources.extend(page_scripts(db, PageKey::new(db, slug.clone())).iter().cloned());
    }
    let third_parties = vendors::third_parties(db, project);
    sources.extend(third_parties.sources.iter().cloned());
    let (policy, overflow) = policy::policy(&sources, third_parties.workers, settings.host.policy_limit());
    let mut problems = Vec::new();
    if overflow {
        let message =
            "pages have more scripts of their own than a content security policy can name".to_owned();
        problems.push(Diagnostic::warning("policy-too-long", message).hint(
            "the policy allows all scripts that stand in pages; put scripts into files of the project to keep it strict",
        ));
    }
    let rules = Rules::of(db, project);
    let plan = redirect_plan(db, project);
    let listed = rules.listed(db, project).into_iter().enumerate();
    let redirects =
        listed.filter(|(number, _)| plan.for_host.contains(number)).map(|(_, rule)| rule).collect();
    let immutable = immutable(db, project);
    let input = HostInput {
        addresses: addresses(db, project),
        redirects,
        immutable: &immutable,
        policy: &policy,
        markdown: markdown(db, project),
        precompress: settings.precompress,
    };
    let mut made = files_of_host(settings.host, &input);
    if made.negotiation == Negotiation::Left {
        let name = HOST_NAMES.iter().find(|(_, host)| *host == settings.host).map_or("", |(name, _)| *name);
        let message =
            format!("`{name}` is not told to answer `Accept: text/markdown` with the Markdown of a page");
        problems.push(Diagnostic::note("no-markdown-negotiation", message).hint(
            "every page names its Markdown in a `link`, and `/llms.txt` lists all of it; a function of the host can do the rest",
        ));
    }
    for (name, _) in &made.files {
        if published_files(db, project).contains(name.as_str()) {
            let message = format!("`{name}` of the project stands in for the one that the host would get");
            problems.push(
                Diagnostic::warning("host-file-exists", message)
                    .in_file(&SourcePath::new(name))
                    .hint("redirects and headers are then yours to write; remove the file to have them made"),
            );
        }
    }
    made.files.retain(|(name, _)| !published_files(db, project).contains(name.as_str()));
    Arc::new(HostOutput { files: made.files, problems })
}

/// Pages that show another one have no Markdown of their own, nor have those in whose place a file lies. Which pages
/// these are is known only after the redirect pages, which depend on the plan: here it is enough that there are some.
fn markdown(db: &dyn Db, project: Project) -> Markdown {
    let addresses = addresses(db, project);
    let files = published_files(db, project);
    let pages = site_pages(db, project);
    let is_lost = |(slug, origin): (&Slug, &PageOrigin)| {
        matches!(origin, PageOrigin::StandIn(_)) || files.contains(addresses.export_file(slug).as_str())
    };
    if pages.iter().any(is_lost) { Markdown::OfSome } else { Markdown::OfAll }
}

/// Files whose names change with their content. The style sheet keeps its name when a colour changes.
fn immutable(db: &dyn Db, project: Project) -> Vec<String> {
    let addresses = addresses(db, project);
    let theme = theme_files(db, project);
    let mut files = vec![theme.script.0.clone()];
    files.extend(of_components(addresses).into_iter().map(|asset| asset.file.to_owned()));
    files.extend(vendors::third_parties(db, project).script.iter().map(|(file, _)| file.clone()));
    files.push(nav_script(addresses).file.to_owned());
    // A family of many scripts has more files than some hosts take rules; the rest is asked for again now and then.
    files.extend(
        fonts::site_fonts(db, project).files.iter().take(MOST_FONT_RULES).map(|font| font.out.clone()),
    );
    // Authorization servers know a page by its name, which has no hash.
    files.retain(|file| !file.ends_with(".html"));
    files.sort();
    files
}
