//! What is served is what a build writes, byte for byte, but for the script of the live update.

use super::server::Dev;
use crate::site::{fixtures, folder};

fn example(more: &[&str]) -> Dev {
    let mut dev = Dev::project(&[], &[&["--with-analytics"], more].concat());
    for (path, bytes) in folder(&fixtures().join("example")) {
        dev.place(&path, &bytes);
    }
    dev.start();
    dev
}

#[test]
fn cli_03_the_example_is_served_as_it_is_built() {
    let mut dev = example(&[]);
    dev.assert_equal();
    let index = dev.read("index.mdx");
    dev.write("index.mdx", &(index + "\nOne more *sentence* with a [link](/quickstart).\n"));
    dev.write("guides/fresh.mdx", "---\ntitle: Fresh\n---\n\n## A heading\n\nText.\n");
    dev.sync();
    dev.assert_equal();
    let config = dev.read("docs.json").replacen("\"name\": \"", "\"name\": \"Other ", 1);
    dev.write("docs.json", &config);
    std::fs::rename(dev.path("guides/fresh.mdx"), dev.path("guides/renamed.mdx")).expect("a file");
    dev.sync();
    dev.assert_equal();
    assert_eq!(dev.get("/guides/fresh", &[]).status, 404);
    std::fs::remove_file(dev.path("guides/renamed.mdx")).expect("a file");
    dev.write("style.css", ":root { --mine: 1 }\n");
    dev.sync();
    dev.assert_equal();
    assert_eq!(dev.get("/guides/renamed", &[]).status, 404);
    // A server that begins again shows the same, whatever happened in between.
    dev.signal("INT");
    dev.start();
    dev.assert_equal();
    dev.signal("INT");
    let index = dev.read("index.mdx");
    dev.write("index.mdx", &index.replace("One more", "Another"));
    dev.start();
    dev.assert_equal();
}
