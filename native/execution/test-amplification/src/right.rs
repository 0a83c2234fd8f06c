//! JVMs with the oracle's correct classes.

use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_spectrum::Launch;

use crate::folder::Folder;
use crate::observer::Observer;
use crate::oracle::{Worktree, launch};
use crate::plan::Plan;
use crate::request::{Oracle, Request};

/// How JVMs with the oracle's classes are started.
#[derive(Debug, Default)]
pub struct Right {
    /// Launches by site; empty without an oracle.
    pub launches: Vec<Launch>,
    /// Whether a signal asked to stop while it was built.
    pub stopped: bool,
    /// Removed on drop.
    _worktree: Option<Worktree>,
}

impl Right {
    /// Prepares the request's oracle. Errors: it does not exist, or does not build.
    pub fn of(
        request: &Request,
        plan: &Plan,
        folder: &Folder,
        wishes: &mut Wishes,
        observer: &mut dyn Observer,
    ) -> Result<Self, Failure> {
        match &request.oracle {
            Oracle::None => Ok(Self::default()),
            Oracle::ClassPath(entries) => {
                let launches = plan.sites.iter().map(|site| launch(site, entries));
                Ok(Self { launches: launches.collect::<Result<_, _>>()?, ..Self::default() })
            }
            Oracle::Revision(revision) => {
                let doing = format!("building the revision {revision}");
                let mut now = || observer.now(&doing);
                let tree = Worktree::built(&plan.base(), revision, &folder.scratch(), (wishes, &mut now))?;
                let Some(tree) = tree else { return Ok(Self { stopped: true, ..Self::default() }) };
                let launches = plan.sites.iter().map(|site| launch(site, &tree.places(site)?));
                let launches = launches.collect::<Result<_, Failure>>()?;
                Ok(Self { launches, stopped: false, _worktree: Some(tree) })
            }
        }
    }
}
