//! SARIF 2.1.0 (OASIS), limited to what GitHub's code scanning reads.

use std::collections::HashMap;

use faultline_escape::sarif::message;
use faultline_escape::uri;
use faultline_fault_ranking::report::Report;
use faultline_messages::failure::Failure;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{ClassId, Digest, Frame};
use faultline_terminal::json::pretty;
use serde_json::{Value, json};

use crate::notice::{Notice, Noticed, Notices, Place, place};

/// The only rule; all results refer to it.
const RULE: &str = "faultline/suspect";
/// Maximum number of results in a log. GitHub rejects a run with more than 25,000 and shows 5,000.
/// Source:
/// <https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit>.
const MOST: usize = 5_000;
/// Maximum number of stack frames; GitHub shows 1,000 per result.
const FRAMES: usize = 50;
/// Renders the log of one run. Errors: the JSON cannot be written.
pub fn render(notices: &Notices, report: &Report<'_>, sources: &mut Sources) -> Result<String, Failure> {
    let mut has_flow = vec![false; notices.groups.len()];
    let mut results = Vec::new();
    // Take the first suspects of all groups before the second of any, so that only later ones exceed the
    // limit.
    let placed = notices.by_place().filter(|(_, notice)| notice.place.line.is_some());
    for (group, notice) in placed.take(MOST) {
        let noticed = &notices.groups[group];
        let mut result = result(notice, noticed);
        if !std::mem::replace(&mut has_flow[group], true) {
            let flow = flow(noticed, report, sources);
            if !flow.is_empty() {
                result["codeFlows"] = json!([{ "threadFlows": [{ "locations": flow }] }]);
            }
        }
        results.push(result);
    }
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver() },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": { "ranking": report.spec.to_string(), "level": report.level.name() },
        }],
    });
    pretty(&log, "the ranking")
}

fn driver() -> Value {
    json!({
        "name": "Faultline",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": [{
            "id": RULE,
            "name": "SuspiciousCode",
            "shortDescription": { "text": "Code that is likely to hold the fault of a failing test" },
            "fullDescription": { "text": "Tests failed. Of all code that they execute, this is among what is most \
                suspicious by which passing tests execute it, names, stack traces and what else is known." },
            "help": { "text": "Read the code with the failing test beside it. `faultline rank --explain METHOD` says why it \
                has its place." },
            "defaultConfiguration": { "level": "warning" },
            "properties": { "precision": "medium", "tags": ["test-failure", "fault-localization"] },
        }],
    })
}

fn result(notice: &Notice, noticed: &Noticed) -> Value {
    let counts = &notice.counts;
    let place = format!("Suspect {} for {}", notice.rank(), noticed.failing);
    json!({
        "ruleId": RULE,
        "ruleIndex": 0,
        "level": if notice.is_first() { "warning" } else { "note" },
        "rank": (notice.share * 1000.0).round() / 10.0,
        "message": { "text": message(&format!("{place}: {}. {}.", notice.name, notice.says)) },
        "locations": [location(&notice.place, Some(&logical(notice)))],
        "partialFingerprints": {
            "faultlineSuspect/v1": format!("{:016x}", notice.identity),
            "primaryLocationLineHash": format!("{:016x}:1", Digest::of_texts([notice.place.text.as_str()])),
        },
        "properties": {
            "score": notice.score, "ef": counts.ef, "ep": counts.ep, "nf": counts.nf, "np": counts.np,
        },
    })
}

fn logical(notice: &Notice) -> Value {
    match &notice.method {
        Some((method, descriptor)) => json!({
            "name": notice.name,
            "fullyQualifiedName": format!("{}.{method}{descriptor}", notice.class),
            "kind": "function",
        }),
        None => json!({ "name": notice.name, "fullyQualifiedName": notice.class, "kind": "type" }),
    }
}

fn location(place: &Place, logical: Option<&Value>) -> Value {
    let uri = uri::path(&place.path);
    let mut artifact = json!({ "uri": uri });
    if !place.path.starts_with('/') {
        artifact["uriBaseId"] = json!("%SRCROOT%");
    }
    let mut region = json!({ "startLine": place.line.unwrap_or(1).max(1) });
    if !place.text.is_empty() {
        region["snippet"] = json!({ "text": place.text });
    }
    let mut location = json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } });
    if let Some(logical) = logical {
        location["logicalLocations"] = json!([logical]);
    }
    location
}

/// The failure's stack trace through recorded classes, outermost first.
fn flow(noticed: &Noticed, report: &Report<'_>, sources: &mut Sources) -> Vec<Value> {
    let Some(test) = noticed.traced else { return Vec::new() };
    let Some(failure) = &report.spectrum.tests[test.index()].failure else { return Vec::new() };
    let mut classes: HashMap<&str, ClassId> = HashMap::new();
    for (at, class) in report.spectrum.classes.iter().enumerate() {
        classes.entry(&class.name).or_insert_with(|| ClassId::new(at));
    }
    let known =
        |frame: &'_ Frame| Some((*classes.get(frame.class.as_str())?, u32::try_from(frame.line).ok()?));
    let frames: Vec<(&Frame, (ClassId, u32))> =
        failure.frames.iter().filter_map(|frame| Some((frame, known(frame)?))).take(FRAMES).collect();
    let step = |(frame, (class, line)): &(&Frame, (ClassId, u32))| {
        let mut location = location(&place(report, *class, Some(*line), sources), None);
        location["message"] = json!({ "text": message(&format!("{}.{}", frame.class, frame.method)) });
        json!({ "location": location })
    };
    frames.iter().rev().map(step).collect()
}
