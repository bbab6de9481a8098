//! `docs score`: how ready a built site is for programs that read it.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::arguments::{ScoreArguments, ScoreFormat};
use super::export::list;
use super::{Exit, complain, print};
use crate::score::{Page, Site, checks, page, score, told_as_json, told_as_table, told_plainly};
use crate::system::{System, SystemError, Utf8Path};

/// Looks at a built site, and tells about it.
pub fn run(system: Arc<dyn System>, arguments: &ScoreArguments) -> Exit {
    let folder = Utf8Path::new(arguments.folder.as_deref().unwrap_or("dist"));
    let site = match read(&*system, folder) {
        Ok(site) if site.pages.is_empty() => {
            complain(&format!(
                "error: there is no page in `{folder}`\n  hint: name a folder that `docs build` wrote\n"
            ));
            return Exit::Problems;
        }
        Ok(site) => site,
        Err(error) => {
            complain(&format!("error: {error}\n  hint: name a folder that `docs build` wrote\n"));
            return Exit::Problems;
        }
    };
    let checks = checks(&site, arguments.most_tokens);
    match arguments.format {
        ScoreFormat::Table => print(&told_as_table(&checks)),
        ScoreFormat::Plain => print(&told_plainly(&checks)),
        ScoreFormat::Json => print(&format!("{:#}\n", told_as_json(&checks))),
    }
    let is_enough = arguments.least.is_none_or(|least| score(&checks) >= least);
    if is_enough { Exit::Built } else { Exit::Problems }
}

fn read(system: &dyn System, folder: &Utf8Path) -> Result<Site, SystemError> {
    let mut files = BTreeSet::new();
    list(system, folder, "", &mut files)?;
    let text = |file: &str| {
        let bytes = system.read(&folder.join(file))?;
        Ok::<String, SystemError>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let names: Vec<&String> =
        files.iter().filter(|file| file.ends_with(".html") && !file.starts_with('_')).collect();
    let found: Result<Vec<Option<Page>>, SystemError> =
        names.par_iter().map(|file| Ok(page(file, &text(file)?))).collect();
    let mut site = Site { pages: found?.into_iter().flatten().collect(), ..Site::default() };
    for file in files.iter().filter(|file| file.ends_with(".md") && !file.starts_with('_')) {
        let size = system.metadata(&folder.join(file), crate::system::Links::Follow)?.size;
        site.markdown.push((file.clone(), usize::try_from(size).unwrap_or(usize::MAX)));
    }
    // A long list is cut into parts.
    for file in files.iter().filter(|file| *file == "llms.txt" || file.starts_with("_llms/")) {
        site.llms.push(text(file)?);
    }
    site.robots = files.contains("robots.txt").then(|| text("robots.txt")).transpose()?;
    site.files = files;
    Ok(site)
}
