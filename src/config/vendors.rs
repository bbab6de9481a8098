//! The third parties of `integrations` (specification, *Integrations*; INT-01 to INT-30).

use super::form::Form;
use super::schema::Shape::{Choice, Flag, Object as ObjectOf, Text};
use super::schema::{Field, Object, Shape, field};

const ANY: Shape = Text(Form::Any);

const fn key(key: &'static str, shape: Shape) -> Field {
    field(key, shape, "Value from the account there.").required()
}

macro_rules! vendors {
    ($($name:ident $key:literal [$($field:expr),+ $(,)?] $about:literal;)+) => {
        $(static $name: Object = Object::new($key, &[$($field),+]);)+
        /// Every integration by its key; others are refused.
        pub static INTEGRATIONS: Object =
            Object::new("integrations", &[$(field($key, ObjectOf(&$name), $about)),+]).strict();
    };
}

vendors! {
    ADOBE "adobe" [key("launchUrl", Text(Form::Url))] "Tag manager.";
    AMPLITUDE "amplitude" [key("apiKey", ANY)] "Product analytics.";
    CLARITY "clarity" [key("projectId", ANY)] "Session analytics.";
    CLEARBIT "clearbit" [key("publicApiKey", ANY)] "Data enrichment.";
    COOKIES "cookies" [
        field("key", ANY, "Name of the stored consent."),
        field("value", ANY, "Its value when consent is given."),
    ] "The reader's consent to analytics.";
    FATHOM "fathom" [key("siteId", ANY)] "Privacy-friendly analytics.";
    FRONTCHAT "frontchat" [key("snippetId", Text(Form::Least(6)))] "Chat.";
    GA4 "ga4" [key("measurementId", Text(Form::Prefix("G")))] "Web analytics.";
    GTM "gtm" [key("tagId", Text(Form::Prefix("G")))] "Tag manager.";
    HEAP "heap" [key("appId", ANY)] "Product analytics.";
    HIGHTOUCH "hightouch" [key("writeKey", ANY), field("apiHost", ANY, "Host of the service.").addition()]
        "Customer data platform.";
    HOTJAR "hotjar" [key("hjid", ANY), key("hjsv", ANY)] "Session analytics.";
    INTERCOM "intercom" [key("appId", Text(Form::Least(6)))] "Chat.";
    KOALA "koala" [key("publicApiKey", Text(Form::Least(2)))] "Account intelligence.";
    LOGROCKET "logrocket" [key("appId", ANY)] "Session replay.";
    MIXPANEL "mixpanel" [
        key("projectToken", ANY),
        field("region", Choice(&["us", "eu", "in"]), "Where the data are kept.").addition(),
    ] "Product analytics.";
    ONETRUST "onetrust" [key("domainScript", ANY)] "Consent manager.";
    OSANO "osano" [key("scriptSource", Text(Form::ConsentScript))] "Consent manager.";
    PIRSCH "pirsch" [key("id", ANY)] "Privacy-friendly analytics.";
    PLAUSIBLE "plausible" [
        key("domain", Text(Form::Host)),
        field("server", Text(Form::Host), "Host of an own server."),
    ] "Privacy-friendly analytics.";
    POSTHOG "posthog" [
        key("apiKey", Text(Form::Prefix("phc_"))),
        field("apiHost", Text(Form::Url), "Address of an own server."),
        field("sessionRecording", Flag, "Record sessions.").addition(),
    ] "Product analytics.";
    SEGMENT "segment" [key("key", ANY), field("cdnUrl", Text(Form::Url), "Address of an own copy.").addition()]
        "Customer data platform.";
    TELEMETRY "telemetry" [field("enabled", Flag, "`false` also switches the feedback widgets off.")]
        "Telemetry of the documentation itself.";
    TRANSCEND "transcend" [key("bundleId", ANY)] "Consent manager.";
}
