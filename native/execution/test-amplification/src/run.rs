//! Carries out a request: plan, variants, runs in both orders, labels, results.

use std::time::Instant;

use faultline_flt::read;
use faultline_jvm_process::agent::jar::AgentJar;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_messages::failure::Failure;
use faultline_recording_store::amplified::FOLDER;
use faultline_recording_store::held::beside;
use faultline_variant_evidence::matched::{Found, Matched};

use crate::choose::{Labels, choose};
use crate::clock::Clock;
use crate::destination::Sources;
use crate::done::Done;
use crate::folder::Folder;
use crate::observer::Observer;
use crate::plan::Plan;
use crate::report::Report;
use crate::request::Request;
use crate::right::Right;
use crate::source::Language;
use crate::tools::Tools;
use crate::work::Work;
use crate::writer::write_chosen;

/// Grows tests as requested. Errors: there is no failing test to grow from, a tool is missing, JVMs do not
/// start, results cannot be written.
pub fn amplify(request: &Request, observer: &mut dyn Observer) -> Result<Report, Failure> {
    let plan = Plan::of(request)?;
    let (grower, agent) = (AgentJar::of_amplify()?, AgentJar::find()?);
    let tools = Tools::of(&grower, &agent, request.kotlin.clone());
    run_plan(request, plan, &tools, observer)
}

/// As [`amplify`], for a given plan and tools.
pub fn run_plan(
    request: &Request,
    plan: Plan,
    tools: &Tools,
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let started = Instant::now();
    let dir = request.dir.clone().unwrap_or_else(|| beside(&plan.loaded.files, FOLDER));
    let folder = Folder::take(&dir, &plan.loaded.files)?;
    let out = request.write.as_ref().map(Sources::take).transpose()?;
    observer.begins(&plan);
    let mut wishes = Wishes::listen()?;
    let right = Right::of(request, &plan, &folder, &mut wishes, observer)?;
    let built = started.elapsed();
    let mut work = Work {
        request,
        plan: &plan,
        tools,
        right,
        answers: folder.answers(),
        folder: folder.scratch(),
        wishes: &mut wishes,
        observer,
        done: Done::default(),
    };
    let end = work.all(Clock::start(request.budget))?;
    let mut done = std::mem::take(&mut work.done);
    drop(work);
    let mut notes = plan.loaded.notes.clone();
    if request.slices && plan.units.iter().any(|unit| unit.source.language == Language::Kotlin) {
        notes.push("slices are not cut from tests in Kotlin".to_owned());
    }
    let matched = matched(request, &plan, &done, &mut notes);
    let most = request.most.unwrap_or(usize::MAX);
    let from = (plan.spectrum(), &matched);
    let chosen = choose(from, request.choose, Labels::Known, most, request.seed);
    let chosen = chosen.unwrap_or_else(|error| {
        // Keep the results even if no choice is possible.
        notes.push(format!("no variant was chosen: {error}"));
        Vec::new()
    });
    // Write results first, so that they are kept even if tests cannot be written.
    if done.count() > 0 {
        folder.replace(&done.recordings, &done.kept, &done.unlabelled)?;
    }
    let (written, tests_written) = match &out {
        Some(out) if !done.kept.is_empty() && wishes.count() == 0 => {
            write_chosen(&plan, tools, &done, (&matched, &chosen), out, &mut wishes, &mut notes)?
        }
        _ => (Vec::new(), 0),
    };
    done.left_out.extend(plan.left_out.iter().cloned());
    notes.sort();
    notes.dedup();
    let root = folder.root().to_owned();
    drop(folder);
    Ok(Report {
        units: done.units,
        kept: done.kept,
        matched,
        choice: request.choose,
        chosen,
        reasons: done.reasons,
        left_out: done.left_out,
        unreached: done.unreached,
        written,
        tests_written,
        folder: root,
        end,
        signal: wishes.first(),
        took: (started.elapsed(), built),
        notes,
        plan,
    })
}

/// The variants in terms of the spectrum.
fn matched(request: &Request, plan: &Plan, done: &Done, notes: &mut Vec<String>) -> Matched {
    let recordings =
        done.recordings.iter().filter_map(|file| read(file).ok()).map(|(recording, _)| recording);
    let found = Found { kept: done.kept.clone(), recordings: recordings.collect() };
    Matched::of(&[found], plan.spectrum(), request.reading.policies, notes)
}
