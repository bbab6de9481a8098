//! `docs openapi-check`: what is wrong with one description.

use std::sync::Arc;

use super::build::{color, count, problems};
use super::described::Described;
use super::{Exit, complain, print};
use crate::api::ApiKind;
use crate::api::check::check;
use crate::api::malformed::MALFORMED;
use crate::diagnostic::Severity;
use crate::system::System;

/// Checks a description, and tells what is wrong with it.
pub fn run(system: Arc<dyn System>, path: &str) -> Exit {
    let Described { source, description, mut diagnostics } = match Described::read(&*system, path) {
        Ok(described) => described,
        Err(problem) => {
            complain(&format!("error: {problem}\n"));
            return Exit::Problems;
        }
    };
    let pages = description
        .as_ref()
        .map_or(0, |description| description.operations.len() + description.channels.len());
    // Pages show them all the same; what else reads a description refuses it.
    let malformed = diagnostics.iter_mut().filter(|problem| problem.code == MALFORMED);
    malformed.for_each(|problem| problem.severity = Severity::Error);
    if let Some(description) = &description {
        diagnostics.extend(check(description, &source));
    }
    complain(&problems(&diagnostics, color(&*system)));
    if diagnostics.iter().any(|problem| problem.severity == Severity::Error) {
        return Exit::Problems;
    }
    if let Some(description) = &description {
        let kind = match description.kind {
            ApiKind::OpenApi => "OpenAPI",
            ApiKind::AsyncApi => "AsyncAPI",
        };
        let what = match description.kind {
            ApiKind::OpenApi => count(pages, "operation"),
            ApiKind::AsyncApi => count(pages, "channel"),
        };
        print(&format!("{path} is valid: {kind} {}, {what}\n", description.version));
    }
    Exit::Built
}
