//! Third parties that pages load: analytics, chats, consent managers (specification, *Integrations*; INT-01 to INT-32).
//!
//! One script of their own loads them, and only sites that name one have it. How each is loaded is in
//! `themes/base/integrations.js`; here is what a site's configuration puts in front of it, what has to stand in pages,
//! and what a content security policy must allow: their scripts, and workers of those that need them. Pages may show
//! and ask anything over https anyway. Values become JSON in the script and attributes in pages, never code.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::publishing::Integrations;

use super::policy::{Workers, origin};
use super::site_view::hashed_name;
use super::template::{ConsentScript, ThirdPartyView, compact_script};

/// What a site's third parties need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThirdParties {
    /// Output path and text of the script that loads them.
    pub script: Option<(String, String)>,
    /// What stands in pages besides.
    pub view: ThirdPartyView,
    /// Origins of their scripts.
    pub sources: BTreeSet<String>,
    pub workers: Workers,
}

const LOADER: &str = include_str!("../../themes/base/integrations.js");

/// A third party: its key, where its scripts come from, and the setting that says another place.
struct Vendor {
    key: &'static str,
    sources: &'static [&'static str],
    /// The setting with the address of its script or service, in place of the first of `sources`.
    own: Option<&'static str>,
    workers: Workers,
}

const fn vendor(key: &'static str, sources: &'static [&'static str]) -> Vendor {
    Vendor { key, sources, own: None, workers: Workers::Own }
}

const fn at(key: &'static str, sources: &'static [&'static str], own: &'static str) -> Vendor {
    Vendor { own: Some(own), ..vendor(key, sources) }
}

const fn with_workers(vendor: Vendor) -> Vendor {
    Vendor { workers: Workers::Blobs, ..vendor }
}

const VENDORS: &[Vendor] = &[
    at("adobe", &["https://assets.adobedtm.com"], "launchUrl"),
    vendor("amplitude", &["https://cdn.amplitude.com"]),
    vendor("clarity", &["https://www.clarity.ms", "https://scripts.clarity.ms"]),
    vendor("clearbit", &["https://tag.clearbitscripts.com", "https://x.clearbitjs.com"]),
    vendor("fathom", &["https://cdn.usefathom.com"]),
    vendor("frontchat", &["https://chat-assets.frontapp.com"]),
    vendor("ga4", &["https://www.googletagmanager.com"]),
    vendor("gtm", &["https://www.googletagmanager.com", "https://www.google-analytics.com"]),
    vendor("heap", &["https://cdn.heapanalytics.com", "https://heapanalytics.com"]),
    vendor("hightouch", &["https://cdn.hightouch-events.com"]),
    vendor("hotjar", &["https://static.hotjar.com", "https://script.hotjar.com"]),
    with_workers(vendor("intercom", &["https://widget.intercom.io", "https://js.intercomcdn.com"])),
    vendor("koala", &["https://cdn.getkoala.com"]),
    with_workers(vendor("logrocket", &["https://cdn.logr-in.com", "https://cdn.lgrckt-in.com"])),
    vendor("mixpanel", &["https://cdn.mxpnl.com"]),
    vendor("pirsch", &["https://api.pirsch.io"]),
    at("plausible", &["https://plausible.io"], "server"),
    with_workers(at("posthog", &["https://us.i.posthog.com"], "apiHost")),
    at("segment", &["https://cdn.segment.com"], "cdnUrl"),
];

/// Consent managers: their scripts come first in a page, before anything that they decide about.
const MANAGERS: &[Vendor] = &[
    at("onetrust", &["https://cdn.cookielaw.org", "https://geolocation.onetrust.com"], "scriptSource"),
    at("osano", &["https://cmp.osano.com"], "scriptSource"),
    vendor("transcend", &["https://transcend-cdn.com", "https://cdn.transcend.io"]),
];

type Settings = BTreeMap<String, String>;

/// What the third parties of a configuration need. Nothing when it names none.
pub fn third_parties(integrations: &Integrations) -> ThirdParties {
    let of = |vendor: &Vendor| integrations.vendors.get(vendor.key);
    // An empty value was written, and could not be used.
    let usable = |settings: &Settings| settings.values().all(|value| !value.is_empty());
    let mut needs = ThirdParties::default();
    let mut managed: BTreeMap<&str, &Settings> = BTreeMap::new();
    let mut closed = false;
    for manager in MANAGERS {
        let Some(settings) = of(manager) else { continue };
        if usable(settings) {
            needs.allow(manager, settings);
            needs.view.consent.push(consent_script(manager.key, settings));
            managed.insert(manager.key, settings);
        } else {
            // Who cannot be asked has not agreed.
            closed = true;
        }
    }
    if let Some(cookies) = integrations.vendors.get("cookies").filter(|cookies| cookies.contains_key("key")) {
        managed.insert("cookies", cookies);
    }
    let vendors = VENDORS.iter().filter_map(|vendor| Some((vendor, of(vendor).filter(|all| usable(all))?)));
    let mut loaded = managed.clone();
    for (vendor, settings) in vendors.filter(|_| !closed) {
        needs.allow(vendor, settings);
        loaded.insert(vendor.key, settings);
    }
    if loaded.len() == managed.len() {
        return needs;
    }
    if managed.is_empty() {
        needs.view.frame = loaded.get("gtm").and_then(|settings| settings.get("tagId")).cloned();
    }
    let settings = serde_json::to_string(&loaded).unwrap_or_else(|_| "{}".to_owned());
    let text = format!("const settings={settings}\n{}", compact_script(LOADER));
    needs.script = Some((hashed_name("integrations", "js", &text), text));
    needs
}

impl ThirdParties {
    /// Allows what a third party loads.
    fn allow(&mut self, vendor: &Vendor, settings: &Settings) {
        self.sources.extend(vendor.sources.iter().map(|&source| source.to_owned()));
        let own = vendor.own.and_then(|key| settings.get(key));
        let asked = own.map_or(vendor.sources.first().copied().unwrap_or_default(), String::as_str);
        let address = if asked.contains("://") { asked.to_owned() } else { format!("https://{asked}") };
        if own.is_some()
            && let Some(first) = vendor.sources.first()
        {
            self.sources.remove(*first);
        }
        // Its scripts have a host of their own there.
        self.sources.extend(origin(&address.replace(".i.posthog.com", "-assets.i.posthog.com")));
        self.sources.extend(origin(&address));
        self.workers = self.workers.max(vendor.workers);
    }
}

fn consent_script(key: &str, settings: &Settings) -> ConsentScript {
    let value = |key: &str| settings.get(key).cloned().unwrap_or_default();
    match key {
        "onetrust" => ConsentScript {
            src: settings
                .get("scriptSource")
                .cloned()
                .unwrap_or_else(|| "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js".to_owned()),
            domain: Some(value("domainScript")),
        },
        "transcend" => {
            // Letters, digits and marks of addresses: the configuration lets nothing else through.
            let src = format!("https://transcend-cdn.com/cm/{}/airgap.js", value("bundleId"));
            ConsentScript { src, domain: None }
        }
        _ => ConsentScript { src: value("scriptSource"), domain: None },
    }
}
