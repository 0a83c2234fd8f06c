//! Ranking by evidence on the faults of the folder `FAULTLINE_DATA`.
use std::path::PathBuf;

use faultline_evaluation::{Fault, Judge, Measure, Scratch, load};
use faultline_learned_metrics::TrainingFault;
use faultline_learned_metrics::ranking::{FitOptions, Lesson, LineLesson, RankingModel, fit};
use faultline_sbfl::evidence::{Kind, LineKind, Weights};
use faultline_sbfl::{Level, RankQuery, Ranker, RankingSpec, Selection, Suspect, Ties, count_elements};
use faultline_spectrum::{ElementId, TestId};

fn faults(archive: &str) -> Option<Vec<Fault>> {
    let Some(folder) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return None;
    };
    let faults = load(&folder.join(archive), &|_, _| {}).unwrap().faults;
    Some(faults.into_iter().filter(|fault| fault.obstacle().is_none()).collect())
}

fn training(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}

fn dot(row: &[f64; Kind::ALL.len()], spec: &RankingSpec) -> f64 {
    let weights = spec.weights().unwrap().all();
    row.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// Training, `evaluate` and users get the same ranking.
#[test]
fn lessons_the_evaluation_and_the_ranker_have_the_same_scores() {
    let Some(faults) = faults("spectra-lang.tar.xz") else { return };
    let spec: RankingSpec = "evidence".parse().unwrap();
    for fault in &faults {
        let judge = Judge::new(fault);
        let suite = judge.suite((0..fault.spectrum.tests.len()).map(TestId::new));
        let mut scratch = Scratch::default();
        let judged = judge.scores(&suite, &spec, &mut scratch);
        let lesson = Lesson::of(&training(fault));
        for (&method, row) in lesson.methods.iter().zip(&lesson.rows) {
            let (expected, score) = (dot(row, &spec), judged[method as usize].score.ln());
            assert!(
                (expected - score).abs() < 1e-9 * expected.abs().max(1.0),
                "{} {expected} {score}",
                fault.name
            );
        }
        let query = RankQuery {
            selection: Selection::all(&fault.spectrum),
            ranking: spec,
            level: Level::Method,
            ties: Ties::Max,
        };
        let ranking = Ranker::new(&fault.spectrum).rank(&query).unwrap();
        for entry in &ranking.entries {
            let Suspect::Method(_) = entry.suspect else { panic!("methods were asked for") };
            let method = fault.method_of[entry.element.index()] as usize;
            // Of methods that the evaluation merges (bridges), the best counts.
            assert!(entry.score <= judged[method].score * (1.0 + 1e-9), "{}", fault.name);
        }
        let best = |scores: &mut dyn Iterator<Item = f64>| scores.fold(0.0, f64::max);
        let (a, b) = (
            best(&mut ranking.entries.iter().map(|entry| entry.score)),
            best(&mut judged.iter().map(|method| method.score)),
        );
        assert!((a - b).abs() <= 1e-9 * b, "{}: {a} and {b}", fault.name);
    }
}

/// A line has the same score by line evidence in lessons and in a user's ranking.
#[test]
fn lines_of_lessons_have_the_scores_of_the_ranker() {
    let Some(faults) = faults("spectra-lang.tar.xz") else { return };
    let weights = Weights::SHIPPED.with_lines([0.7, 0.5, -0.6, 0.4]);
    let mut compared = 0;
    for fault in faults.iter().take(20) {
        let training = training(fault);
        // Any line serves as the faulty one.
        let lesson = Lesson::of(&training).with_lines(&training, &[ElementId(0)]);
        let told = lesson.line_scores(&weights).into_iter().zip(&lesson.lines.rows).zip(lesson.alone());
        let factor = |row, alone| weights.line_factor(row) * Weights::alone_factor(alone);
        let told: Vec<f64> = told.map(|((score, row), alone)| score.exp() * factor(row, alone)).collect();
        let query = RankQuery {
            selection: Selection::all(&fault.spectrum),
            ranking: RankingSpec::of_evidence(weights),
            level: Level::Line,
            ties: Ties::Max,
        };
        let ranking = Ranker::new(&fault.spectrum).rank(&query).unwrap();
        let counts = count_elements(&fault.spectrum, &query.selection);
        let of_candidate = |element: usize| lesson.methods.binary_search(&fault.method_of[element]).is_ok();
        let lines: Vec<usize> =
            (0..counts.len()).filter(|&element| counts[element].ef > 0 && of_candidate(element)).collect();
        assert_eq!(lines.len(), told.len(), "{}", fault.name);
        for entry in &ranking.entries {
            let at = lines.binary_search(&entry.element.index());
            let (&[_], Ok(at)) = (ranking.elements(entry), at) else { continue };
            // Lines that share neighbours with another method have different counts there.
            let is_own = |element: usize| {
                (entry.within[1] - lesson.lines.rows[element][1]).abs() < 0.5
                    && entry.alone == lesson.alone()[element]
            };
            if is_own(at) {
                let ratio = entry.score / told[at];
                assert!((ratio - 1.0).abs() < 1e-6, "{}: {ratio}", fault.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn lines_teach_what_tells_them_apart() {
    let Some(faults) = faults("spectra-lang.tar.xz") else { return };
    // Pretends that the fault is always a line after which no failing test continues.
    let lessons: Vec<Lesson> = faults
        .iter()
        .take(12)
        .map(|fault| {
            let training = training(fault);
            let mut lesson = Lesson::of(&training).with_lines(&training, &[ElementId(0)]);
            let ends = LineKind::Ends.index();
            let last = lesson.lines.rows.iter().enumerate().filter(|(_, row)| row[ends] > 0.5);
            lesson.lines.faulty = last.map(|(at, _)| at).collect();
            lesson
        })
        .collect();
    let named: Vec<(&str, &Lesson)> = lessons.iter().map(|lesson| ("Lang", lesson)).collect();
    let weights = fit(&named, &FitOptions::default());
    let ends = weights.lines()[LineKind::Ends.index()];
    assert!(ends > 0.5, "{ends}");
    let without: Vec<Lesson> =
        lessons.iter().map(|lesson| Lesson { lines: LineLesson::default(), ..lesson.clone() }).collect();
    let named: Vec<(&str, &Lesson)> = without.iter().map(|lesson| ("Lang", lesson)).collect();
    let shipped = fit(&named, &FitOptions::default());
    assert_eq!(shipped.lines().map(f64::to_bits), Weights::SHIPPED.lines().map(f64::to_bits));
    assert_eq!(shipped.all().map(f64::to_bits), weights.all().map(f64::to_bits));
}

#[test]
fn weights_learned_from_one_library_find_more_faults_of_another_than_ochiai() {
    let (Some(lang), Some(math)) = (faults("spectra-lang.tar.xz"), faults("spectra-math.tar.xz")) else {
        return;
    };
    let lessons: Vec<Lesson> = lang.iter().map(|fault| Lesson::of(&training(fault))).collect();
    let weights =
        fit(&lessons.iter().map(|lesson| ("p", lesson)).collect::<Vec<_>>(), &FitOptions::default());
    let first = |ranking: &RankingSpec| {
        let of = |fault: &Fault| {
            let judge = Judge::new(fault);
            let suite = judge.suite((0..fault.spectrum.tests.len()).map(TestId::new));
            judge.figures(&suite, ranking, &mut Scratch::default()).get(Measure::Acc(1, Ties::Average))
        };
        math.iter().map(of).sum::<f64>()
    };
    let (learned, ochiai) = (first(&RankingSpec::of_evidence(weights)), first(&"ochiai".parse().unwrap()));
    assert!(learned >= 1.5 * ochiai, "{learned} and {ochiai} of {}", math.len());
}

#[test]
fn the_same_faults_give_the_same_file() {
    let Some(faults) = faults("spectra-lang.tar.xz") else { return };
    let lessons: Vec<Lesson> = faults.iter().take(12).map(|fault| Lesson::of(&training(fault))).collect();
    let named: Vec<(&str, &Lesson)> = lessons.iter().map(|lesson| ("Lang", lesson)).collect();
    let model = || RankingModel::learned(&named, &FitOptions::default(), "2026-11-23".to_owned()).unwrap();
    let text = model().to_text();
    assert_eq!(text, model().to_text());
    let read = RankingModel::from_bytes(text.as_bytes(), std::path::Path::new("m.json")).unwrap();
    assert_eq!(read.to_text(), text);
    assert!(RankingModel::learned(&[], &FitOptions::default(), String::new()).is_err());
}
