//! The third parties of `integrations` (specification, *Integrations*; INT-01 to INT-30).

use super::form::Form;
use super::schema::Shape::{Choice, Flag, Object as ObjectOf, Text};
use super::schema::{Field, Object, Shape, field};

const ANY: Shape = Text(Form::Any);
const ID: Shape = Text(Form::Id(0));
const SERVICE: Shape = Text(Form::Service);

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
    ADOBE "adobe" [key("launchUrl", SERVICE)] "Tag manager.";
    AMPLITUDE "amplitude" [key("apiKey", ID)] "Product analytics.";
    CLARITY "clarity" [key("projectId", ID)] "Session analytics.";
    CLEARBIT "clearbit" [key("publicApiKey", ID)] "Data enrichment.";
    COOKIES "cookies" [
        field("key", ANY, "Name of the stored consent."),
        field("value", ANY, "Its value when consent is given."),
    ] "The reader's consent to analytics.";
    FATHOM "fathom" [key("siteId", ID)] "Privacy-friendly analytics.";
    FRONTCHAT "frontchat" [key("snippetId", Text(Form::Id(6)))] "Chat.";
    GA4 "ga4" [key("measurementId", Text(Form::Prefix("G")))] "Web analytics.";
    GTM "gtm" [key("tagId", Text(Form::Prefix("G")))] "Tag manager.";
    HEAP "heap" [key("appId", ID)] "Product analytics.";
    HIGHTOUCH "hightouch" [key("writeKey", ID), field("apiHost", Text(Form::HostAddress), "Host of the service.").addition()]
        "Customer data platform.";
    HOTJAR "hotjar" [key("hjid", ID), key("hjsv", ID)] "Session analytics.";
    INTERCOM "intercom" [key("appId", Text(Form::Id(6)))] "Chat.";
    KOALA "koala" [key("publicApiKey", Text(Form::Id(2)))] "Account intelligence.";
    LOGROCKET "logrocket" [key("appId", ID)] "Session replay.";
    MIXPANEL "mixpanel" [
        key("projectToken", ID),
        field("region", Choice(&["us", "eu", "in"]), "Where the data are kept.").addition(),
    ] "Product analytics.";
    ONETRUST "onetrust" [
        key("domainScript", ID),
        field("categoryId", ID, "Category of analytics.").addition(),
        field("scriptSource", SERVICE, "Address of an own copy.").addition(),
    ] "Consent manager.";
    OSANO "osano" [key("scriptSource", Text(Form::ConsentScript))] "Consent manager.";
    PIRSCH "pirsch" [key("id", ID)] "Privacy-friendly analytics.";
    PLAUSIBLE "plausible" [
        key("domain", Text(Form::Host)),
        field("server", Text(Form::Host), "Host of an own server."),
    ] "Privacy-friendly analytics.";
    POSTHOG "posthog" [
        key("apiKey", Text(Form::Prefix("phc_"))),
        field("apiHost", SERVICE, "Address of an own server."),
        field("sessionRecording", Flag, "Record sessions.").addition(),
    ] "Product analytics.";
    SEGMENT "segment" [key("key", ID), field("cdnUrl", SERVICE, "Address of an own copy.").addition()]
        "Customer data platform.";
    TELEMETRY "telemetry" [field("enabled", Flag, "`false` also switches the feedback widgets off.")]
        "Telemetry of the documentation itself.";
    TRANSCEND "transcend" [
        key("bundleId", ID),
        field("analyticsPurpose", ID, "Purpose of analytics.").addition(),
    ] "Consent manager.";
}
