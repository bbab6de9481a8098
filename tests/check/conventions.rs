//! Conventions of authoring: what each rule tells of, and what it lets pass (DIAG-07).

use docs::engine::check::External;

use super::{page, told};
use crate::site::Site;

#[test]
fn words_of_the_project_are_looked_for_at_the_beginning_of_sentences_too() {
    let told_of = |body: &str| {
        let list = "sign-in: signin, log-in\nmacOS: macos\nAPI: api\nDocs: docs\n";
        let mut site = Site::new().file(".docs/terms.txt", list).file("index.mdx", &page("", body));
        let found = told(&site.check(External::Trusted), &["term"]);
        found
            .into_iter()
            .filter_map(|line| line.split_once("mdx:")?.1.split_once(' ').map(|(_, text)| text.to_owned()))
            .collect::<Vec<_>>()
    };
    let capital = "`Signin` is written `Sign-in`";
    for body in [
        "Signin is easy.",
        "## Signin again",
        "- Signin",
        "1. Signin",
        "> Signin",
        "It is easy. Signin first.",
        "It is easy.\nSignin first.",
        "**Signin** first.",
        "| Signin | b |\n|-|-|\n| c | d |",
        "<Note>Signin first.</Note>",
    ] {
        assert_eq!(told_of(body), [capital], "{body}");
    }
    assert_eq!(told_of("Macos is an api."), ["`Macos` is written `macOS`", "`api` is written `API`"]);
    // In the middle of a sentence it is a name; what is wanted with a capital is right with it.
    for body in ["We use Signin here.", "We use\nSignin here.", "Docs are here. Sign-in is, too.", "`Signin`"]
    {
        assert_eq!(told_of(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn diag_07_an_id_that_an_author_gives_twice_is_told() {
    let told_of = |body: &str| {
        let mut site = Site::new().file("index.mdx", &page("", body));
        told(&site.check(External::Trusted), &["duplicate-id"])
    };
    for body in [
        "<div id=\"a\">x</div>\n\n<div id=\"a\">y</div>",
        "## One {#a}\n\n## Two {#a}",
        "<a id=\"a\"></a>\n\n## Two {#a}",
        "<Accordion title=\"A\" id=\"a\">x</Accordion>\n\n<Accordion title=\"B\" id=\"a\">y</Accordion>",
    ] {
        let found = told_of(body);
        assert!(
            found.len() == 1 && found[0].contains("the id `a` stands on this page already, in line 6"),
            "{body}: {found:?}"
        );
    }
    for body in [
        "<div id=\"a\">x</div>\n\n<div id=\"b\">y</div>",
        // A number behind the second one keeps them apart.
        "## One\n\n## One",
        // The id of the heading is none that its author gave.
        "<a id=\"one\"></a>\n\n## One",
        "<svg><g id=\"a\"/></svg>\n\n<svg><g id=\"a\"/></svg>",
        "`id=\"a\"` and `id=\"a\"`\n\n```html\n<p id=\"a\"></p><p id=\"a\"></p>\n```",
        // What a component of the page's own does with it is not known.
        "export const Own = ({ id }) => <b>{id}</b>\n\n<Own id=\"a\" />\n\n<Own id=\"a\" />",
    ] {
        assert_eq!(told_of(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn diag_07_more_kinds_of_secrets_are_known_and_samples_are_none() {
    let told_of = |code: &str| {
        let mut site = Site::new().file("index.mdx", &page("", &format!("```sh\n{code}\n```")));
        told(&site.check(External::Trusted), &["secret-in-code"])
    };
    // Put together here, so that nobody who looks through this repository finds one.
    let word = |parts: &[&str]| parts.concat();
    let token = |claims: &str| {
        let part = |text: &str| {
            let letters = docs::encoding::base64(text.as_bytes());
            letters.trim_end_matches('=').replace('+', "-").replace('/', "_")
        };
        let signature = word(&["q7Zp2LxV9mRt4Ky1", "HbN8cWd3Gf6Js0Ua", "5Ee2QiTo9vX"]);
        format!("{}.{}.{signature}", part("{\"alg\":\"HS256\"}"), part(claims))
    };
    let secret = word(&["q7Zp2LxV9mRt4Ky1Hb", "/N8cWd3Gf6Js0+Ua5Ee2Qi"]);
    let hex = word(&["9f3ac1b7d2e84056", "a1c9e7f3b5d08264", "c7e1a9f3b5d20846", "e9c3a7f1b6d40825"]);
    let drawn = word(&["q7Zp2LxV9mRt4Ky1", "HbN8cWd3Gf6Js0Ua"]);
    for (what, code) in [
        ("a secret key of AWS", format!("aws_secret_access_key = {secret}")),
        ("a secret key of AWS", format!("\"SecretAccessKey\": \"{secret}\"")),
        ("a key of SendGrid", format!("SG.{}.{}", &drawn[..22], word(&[&drawn, "5Ee2QiTo9vX"]))),
        ("a JSON web token", token("{\"sub\":\"u-4711\"}")),
        ("a JSON web token", format!("Authorization: Bearer {}", token("{\"sub\":\"u-4711\"}"))),
        ("a password", format!("postgres://app:{}@db.kestrel.dev:5432/main", &drawn[..12])),
        ("a token of DigitalOcean", format!("dop_v1_{hex}")),
        ("a token of PyPI", format!("pypi-{drawn}{drawn}")),
        ("a token", format!("curl -H 'Authorization: Bearer {drawn}'")),
    ] {
        let found = told_of(&code);
        assert!(
            found.len() == 1 && found[0].contains(&format!("looks like {what} that works")),
            "{code}: {found:?}"
        );
    }
    for code in [
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".to_owned(),
        "aws_secret_access_key = YOUR_SECRET_ACCESS_KEY_OF_FORTY_LETTERS_".to_owned(),
        format!("commit {}", &hex[..40]),
        "SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".to_owned(),
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.\
         SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
            .to_owned(),
        "Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...".to_owned(),
        "Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyIjo0Mn0.abc...".to_owned(),
        "Authorization: Bearer YOUR_TOKEN_FROM_THE_DASHBOARD_OF_YOUR_ACCOUNT".to_owned(),
        "Authorization: Bearer my-long-name-of-production-in-2024-and-more".to_owned(),
        "Authorization: Bearer $TOKEN".to_owned(),
        "postgres://user:password@localhost:5432/db".to_owned(),
        format!("postgres://app:{}@localhost/db", &drawn[..12]),
        format!("postgres://app:{}@db.example.com/db", &drawn[..12]),
        "https://user:password@kestrel.dev/".to_owned(),
        "redis://:${REDIS_PASSWORD}@cache.kestrel.dev".to_owned(),
        format!("dop_v1_{}", "x".repeat(64)),
        format!("pypi-{}", "x".repeat(64)),
        token("{\"name\":\"John Doe\"}"),
        token("{\"role\":\"anon\"}"),
    ] {
        assert_eq!(told_of(&code), Vec::<String>::new(), "{code}");
    }
}
