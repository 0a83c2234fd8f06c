//! Carries out a request: reads earlier results, runs the rest of the plan and keeps the results.

use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use faultline_files::{limits, regular};
use faultline_flt::Follower;
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_recording_store::held::beside;
use faultline_recording_store::mutants::FOLDER;
use faultline_spectrum::{MutatedClass, Origin};

use crate::cpu;
use crate::crew::Crew;
use crate::facts::{Facts, Origins, PROGRAM};
use crate::folder::{About, Folder, VERSION};
use crate::observer::Observer;
use crate::own::Own;
use crate::plan::Plan;
use crate::report::{Ended, Report};
use crate::request::Request;

/// Runs tests on mutants as planned for a request. Errors: a tool is missing, JVMs do not start, results cannot be written.
pub fn mutate(request: &Request, plan: Plan, observer: &mut dyn Observer) -> Result<Report, Failure> {
    let jar = AgentJar::of_mutants()?;
    run(request, plan, jar.path(), observer)
}

/// As [`mutate`], with a given agent.
pub fn run(
    request: &Request,
    plan: Plan,
    jar: &Path,
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let started = Instant::now();
    // Exclude the CPU time of a build that was recorded just before.
    let before = cpu::of_children();
    let dir = request.dir.clone().unwrap_or_else(|| beside(&plan.loaded.files, FOLDER));
    let folder = Folder::take(&dir, &plan.loaded.files, request.resume, request.trust)?;
    let about = about(request, &plan);
    is_of_this(&folder, &about)?;
    folder.write_about(&about)?;
    let mut facts = Facts::default();
    let mut notes = read(&plan, &folder, &mut facts);
    observer.begins(&plan, &facts)?;
    let mark = folder.mark().map_err(|error| {
        Failure::failed(format!("writing to {} failed: {error}", folder.root().display()))
    })?;
    let origin = origin()?;
    let own = format!("{:016x}-{:08x}{PROGRAM}.flt", origin.started_ns, origin.nonce as u32);
    let own = Own::at(folder.root().join(own), origin.clone());
    let mut crew = Crew::new(request, (&plan, jar, &folder), (mark, origin), own, facts);
    let deadline = started.checked_add(request.budget);
    let mut wishes = Wishes::listen()?;
    let (stages, end) = crew.work(deadline, &mut wishes, observer)?;
    let Crew { facts, starts, fresh, pairs, given_up, .. } = crew;
    let mut folder = folder;
    if !facts.probes.is_empty() || !facts.verdicts.is_empty() {
        folder.replace();
    }
    folder.write_about(&About { finished: end == Ended::Done, ..about })?;
    folder.clean();
    notes.extend(plan.loaded.notes.iter().cloned());
    notes.sort();
    notes.dedup();
    Ok(Report {
        stages,
        end,
        signal: wishes.first(),
        pairs,
        jvms: starts + fresh,
        fresh,
        not_run: given_up.pairs.len(),
        wall: started.elapsed(),
        cpu: cpu::seconds() - before,
        folder: folder.root().to_owned(),
        notes,
        facts,
        plan,
    })
}

fn about(request: &Request, plan: &Plan) -> About {
    About {
        version: VERSION,
        operators: MutatedClass::OPERATORS,
        digest: plan.digest(),
        tests: request.tests.to_string(),
        mutants: request.mutants.to_string(),
        seed: request.seed,
        shard: request.shard,
        merged: None,
        finished: false,
    }
}

/// Checks that results to resume fit. Errors: they are of other recordings, another shard, or other
/// operators.
fn is_of_this(folder: &Folder, about: &About) -> Result<(), Failure> {
    let Some(known) = folder.about().filter(|_| !folder.files().is_empty()) else { return Ok(()) };
    let other = if known.digest != about.digest {
        "other recordings or other failing tests"
    } else if known.operators != about.operators {
        "another version of the operators, which numbers mutants otherwise"
    } else if known.shard != about.shard {
        "another --shard"
    } else {
        return Ok(());
    };
    Err(Failure::failed(format!(
        "the results in {} are of {other}; start again without --resume, or choose another folder with --dir",
        folder.root().display()
    )))
}

/// A random origin of results files. Errors: the operating system's.
fn origin() -> Result<Origin, Failure> {
    let mut nonce = [0; 8];
    getrandom::fill(&mut nonce)
        .map_err(|error| Failure::failed(format!("the system's random source failed: {error}")))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Origin {
        started_ns: now.as_nanos() as u64,
        nonce: u64::from_le_bytes(nonce),
        pid: std::process::id(),
        description: "faultline mutate".to_owned(),
    })
}

/// Reads the results of a folder. Returns notes: a sentence for each damaged file.
pub fn read(plan: &Plan, folder: &Folder, facts: &mut Facts) -> Vec<String> {
    let mut notes = Vec::new();
    for file in folder.files() {
        let (mut origins, mut records) = (Origins::of_file(&file), Vec::new());
        let bytes = regular::read(&file, limits::RESULTS).map_err(|error| error.to_string());
        let read = bytes.and_then(|bytes| Follower::default().follow(&bytes, &mut records));
        if let Err(why) = read {
            notes.push(format!("of {} not all is read: {why}", file.display()));
        }
        for record in records {
            facts.take(plan, &mut origins, record);
        }
    }
    notes
}
