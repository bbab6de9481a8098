//! Where the system has no notifications left, the disk is polled.

use std::process::Command;

use super::project::Watched;

/// Runs a shell line in a user namespace, where the limits can be lowered for one process alone.
fn limited(line: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "sh", "-c", line]);
    command
}

#[test]
fn it_polls_when_folders_cannot_be_watched() {
    // None at all, too few from the start, and too few as soon as there are more folders.
    for (limit, number) in
        [("max_inotify_instances", 0), ("max_inotify_watches", 2), ("max_inotify_watches", 8)]
    {
        let lower = format!("echo {number} > /proc/sys/user/{limit}");
        if !limited(&lower).output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: the limits of a process cannot be lowered here");
            return;
        }
        let mut project = Watched::new();
        let docs = env!("CARGO_BIN_EXE_docs");
        let mut command = limited(&format!("{lower} && exec {docs} build project --out site --watch --json"));
        command.current_dir(project.outer());
        project.run(command);
        project.write("index.mdx", "# Edited\n");
        project.sync();
        assert!(project.page("index.html").contains("Edited"));
        for name in ["a", "b", "c"] {
            project.write(&format!("more/{name}/page.mdx"), "# New\n");
            project.sync();
            project.write(&format!("more/{name}/page.mdx"), &format!("# Page {name}\n"));
            project.sync();
            assert!(project.page(&format!("more/{name}/page/index.html")).contains(&format!("Page {name}")));
        }
        project.assert_clean();
    }
}
