//! A site and pages that have everything a template can show, to try templates on. Nothing here is ever written.

use super::*;
use crate::html::escape::Html;

/// A site with all regions.
pub(super) fn site() -> SiteView {
    let link =
        LinkView { label: "L".to_owned(), href: "javascript:alert(1)".to_owned(), ..LinkView::default() };
    SiteView {
        name: "A & \"B\"".to_owned(),
        home: "/".to_owned(),
        lang: "en".to_owned(),
        logo: Some(LogoView { dark: Some(ImageView::default()), ..LogoView::default() }),
        links: vec![LinkTag { rel: "icon".to_owned(), ..LinkTag::default() }],
        theme_color: Some(ThemeColor::default()),
        navbar: NavbarView {
            links: vec![link.clone()],
            primary: Some(PrimaryView {
                kind: PrimaryKind::Github,
                label: "o/r".to_owned(),
                href: "https://example.com/o/r".to_owned(),
                icon_html: None,
            }),
        },
        footer: FooterView {
            socials: vec![SocialView::default()],
            columns: vec![FooterColumn { header: Some("H".to_owned()), items: vec![link] }],
        },
        third_parties: ThirdPartyView {
            consent: vec![ConsentScript { domain: Some("d".to_owned()), ..ConsentScript::default() }],
            frame: Some("G".to_owned()),
        },
        banner: Some(BannerView { id: "x".to_owned(), dismissible: true, ..BannerView::default() }),
        search: Some(SearchView::default()),
        slots: SlotsView { footer: Some(Html::trusted("<p>S</p>")), ..SlotsView::default() },
        ..SiteView::default()
    }
}

/// One page in each mode.
pub(super) fn pages() -> Vec<PageView> {
    let item = |name: &str| NavItem { name: name.to_owned(), href: "/a/b".to_owned(), ..NavItem::default() };
    let page = PageView {
        title: "<T> & \"q\"".to_owned(),
        path: "/a\"b".to_owned(),
        metas: vec![MetaTag { key: MetaKey::Property("og:title".to_owned()), content: "\"".to_owned() }],
        json_ld: Some("{\"a\":\"</script>\"}".to_owned()),
        toc: vec![
            TocEntry { id: "a#b".to_owned(), title: "x".to_owned(), depth: 2, children: Vec::new() };
            2
        ],
        nav: NavView {
            tabs: vec![
                item("t"),
                NavItem {
                    menu: vec![NavItem { groups: vec![PageLink::default()], ..item("<m>") }],
                    ..item("t")
                },
            ],
            anchors: vec![NavItem { color: Some(ColorView::default()), ..item("a") }],
            dropdowns: vec![item("d"), item("e")],
            versions: vec![item("v1"), item("v2")],
            next: Some(PageLink { title: "n".to_owned(), href: "/n".to_owned() }),
            ..NavView::default()
        },
        choices: true,
        ..PageView::default()
    };
    [PageMode::Default, PageMode::Wide, PageMode::Custom, PageMode::Frame, PageMode::Center]
        .map(|mode| PageView { mode, ..page.clone() })
        .into()
}
