//! The settings that a JVM reads at its start: output files, lines of classes to mutate, and limits.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use faultline_spectrum::Origin;

use faultline_flt::line;

use crate::named::{Change, Class};
use crate::numbers::numbers;
use crate::plan::Plan;
use crate::request::Limits;

/// The maximum duration of a pair of the plan.
pub fn wall_most(plan: &Plan, limits: &Limits) -> Duration {
    let longest = plan.failing.iter().chain(&plan.passing).filter_map(|&test| plan.row(test));
    let longest = longest.map(|test| test.duration_ns).max().unwrap_or(0);
    limits.longest_pair.max(2 * Duration::from_nanos(longest))
}

/// The settings of a JVM of a site, for a part of the mutants.
pub fn text(
    (plan, site, part): (&Plan, usize, u32),
    limits: &Limits,
    files: (&Path, &Path),
    origin: &Origin,
) -> String {
    written((plan, site, part), &plan.loads[site], limits, files, origin)
}

/// The settings of a JVM of a site in which one mutant, of this part, is active from the start.
pub fn fresh(
    (plan, site, (change, part)): (&Plan, usize, (Change, u32)),
    limits: &Limits,
    files: (&Path, &Path),
    origin: &Origin,
) -> String {
    let active = line(["active", &change.word().to_string()]);
    written((plan, site, part), &[change.class], limits, files, origin) + &active
}

fn written(
    (plan, site, part): (&Plan, usize, u32),
    classes: &[Class],
    limits: &Limits,
    (results, pair): (&Path, &Path),
    origin: &Origin,
) -> String {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut text = line(["results", &path(results)]);
    text.push_str(&line(["pair", &path(pair)]));
    let (started, nonce) = (origin.started_ns.to_string(), origin.nonce.to_string());
    text.push_str(&line(["origin", &started, &nonce, &origin.description]));
    for suite in &plan.suites[site] {
        text.push_str(&line(["suite", suite]));
    }
    let site = &plan.sites[site];
    for &number in classes {
        let Some(target) = plan.target(number) else { continue };
        text.push_str(&line([
            "target",
            &number.to_string(),
            &target.name,
            &format!("{:016x}", target.hash),
            &numbers(&target.lines),
            &format!("{:016x}", target.file),
        ]));
        for method in &target.asserting {
            text.push_str(&line(["asserts", &target.name, method]));
        }
    }
    let folders = site.entries().filter(|entry| entry.is_dir()).map(|entry| path(&entry));
    let places: BTreeSet<String> = folders.chain(site.locations.iter().cloned()).collect();
    for place in places {
        text.push_str(&line(["fuel", &place]));
    }
    text.push_str(&line(["part", &part.to_string()]));
    text.push_str(&line(["wall", &limits.pair.as_millis().to_string()]));
    text.push_str(&line(["wall-most", &wall_most(plan, limits).as_millis().to_string()]));
    text
}
