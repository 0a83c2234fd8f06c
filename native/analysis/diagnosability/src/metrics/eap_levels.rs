//! The levels of expected average precision, and the posterior of lines.

use std::cmp::Ordering;

/// A suspicious line: (method, ef, ep, element).
pub(super) type Line = (u32, u32, u32, u32);

/// Compares ef² / (ef + ep) of two lines, the larger first; both have ef > 0.
fn by_ochiai(a: (u32, u32), b: (u32, u32)) -> Ordering {
    let square = |(ef, _): (u32, u32)| u128::from(ef) * u128::from(ef);
    let executed = |(ef, ep): (u32, u32)| u128::from(ef) + u128::from(ep);
    (square(b) * executed(a)).cmp(&(square(a) * executed(b)))
}

/// Computes the posterior of a line from its counts, relative to that of the likeliest one, so that it does not underflow in
/// long suites. `q` and `s` are those of [`super::Eap`].
pub(super) fn weigher(lines: &[Line], (q, s): (f64, f64), failed: u32) -> impl Fn(u32, u32) -> f64 {
    let (pass, fail) = ((1.0 - q).ln(), s.ln());
    let log = move |ef: u32, ep: u32| f64::from(ep) * pass + f64::from(failed - ef) * fail;
    let repeats = |a: &&Line, b: &&Line| (a.1, a.2) == (b.1, b.2);
    let mut best = f64::NEG_INFINITY;
    let mut last = None;
    for line in lines {
        if last.is_none_or(|last| !repeats(&last, &line)) {
            best = best.max(log(line.1, line.2));
        }
        last = Some(line);
    }
    move |ef, ep| (log(ef, ep) - best).exp()
}

/// The levels that lines have or can reach.
pub(super) struct Levels {
    /// Levels by the lines' counts, sorted.
    of: Vec<((u32, u32), Level)>,
    pub(super) count: usize,
}

/// The level of a line with some counts, its level after a passing test, and its posterior.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) now: u32,
    pub(super) lower: u32,
    pub(super) weight: f64,
}

impl Levels {
    pub(super) fn of(lines: &[Line], weight: impl Fn(u32, u32) -> f64) -> Self {
        // Lines of one cell are adjacent: drop most duplicates before sorting.
        let mut counts: Vec<(u32, u32)> = lines.iter().map(|&(_, ef, ep, _)| (ef, ep)).collect();
        counts.dedup();
        counts.sort_unstable();
        counts.dedup();
        let mut of: Vec<_> = counts
            .iter()
            .map(|&(ef, ep)| ((ef, ep), Level { now: 0, lower: 0, weight: weight(ef, ep) }))
            .collect();
        let lower = counts.iter().enumerate().map(|(i, &(ef, ep))| ((ef, ep + 1), i, true));
        let mut all: Vec<_> = counts.iter().enumerate().map(|(i, &at)| (at, i, false)).chain(lower).collect();
        all.sort_unstable_by(|a, b| by_ochiai(a.0, b.0));
        let (mut level, mut last) = (0, None);
        for (at, i, is_lower) in all {
            level += u32::from(last.is_some_and(|last| by_ochiai(last, at).is_ne()));
            last = Some(at);
            *(if is_lower { &mut of[i].1.lower } else { &mut of[i].1.now }) = level;
        }
        Self { of, count: level as usize + 1 }
    }

    pub(super) fn of_counts(&self, counts: (u32, u32)) -> Level {
        let at = self.of.binary_search_by_key(&counts, |(known, _)| *known);
        self.of[at.expect("the counts of a line")].1
    }
}
