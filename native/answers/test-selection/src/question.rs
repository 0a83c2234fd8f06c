//! Answers a question with a report.

use faultline_diagnosability::{AnyMetric, Labels, METRICS, Prepared, SelectQuery};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_named_metrics as metrics;
use faultline_recording_store::load::Loaded;
use faultline_sbfl::{RankingSpec, Ties, failing_tests};
use faultline_spectrum::{Outcome, Spectrum, TestId};

use crate::given::Given;
use crate::near::{Near, Paths};
use crate::pool::{Pool, nothing_to_choose};
use crate::report::{Choice, Report, Step};
use crate::standing::{Judge, suite_with};

/// A selection request with unparsed names.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Name of the metric that values tests.
    pub metric: &'a str,
    /// Name of the ranking to report.
    pub ranking: &'a str,
    /// The ranking's tie policy.
    pub ties: Ties,
    /// Which tests are given before the first is chosen.
    pub given: Given,
    /// Names of the failing tests to explain; empty means all.
    pub failing: &'a [String],
    /// Whether there is a pool.
    pub has_pool: bool,
    /// Number of tests to choose.
    pub tests: usize,
    /// Maximum number of starts; `None` means all.
    pub starts: Option<usize>,
}

/// A request, validated as far as possible without a recording.
#[derive(Debug)]
pub struct Question<'a> {
    asked: Request<'a>,
    metric: AnyMetric,
    /// The metric of conditions, if requested.
    near: Option<Near>,
    ranking: RankingSpec,
}

impl<'a> Question<'a> {
    /// Validates a request. Errors: the metric or the ranking is unknown; all tests are given, so that none
    /// is left to choose.
    pub fn of(asked: Request<'a>) -> Result<Self, Failure> {
        let near = Near::of_name(asked.metric);
        let metric = match near {
            Some(near) => near.metric(),
            None => metrics::find(asked.metric)?,
        };
        let ranking = asked
            .ranking
            .parse()
            .map_err(|error| Failure::misuse(format!("{error} (`faultline formulas` lists all)")))?;
        if asked.given == Given::Suite && !asked.has_pool {
            return Err(Failure::misuse(
                "with --given suite every recorded test is given already; name a --pool to choose from",
            ));
        }
        Ok(Self { asked, metric, near, ranking })
    }

    /// The metric that values tests.
    pub fn metric(&self) -> &AnyMetric {
        &self.metric
    }

    /// Whether the metric uses conditions, which interactive selection does not support.
    pub fn is_near(&self) -> bool {
        self.near.is_some()
    }

    /// The ranking to report.
    pub fn ranking(&self) -> RankingSpec {
        self.ranking
    }

    /// Which tests are given before the first is chosen.
    pub fn given(&self) -> Given {
        self.asked.given
    }

    /// Whether the failing tests to explain are named.
    pub fn names_failing(&self) -> bool {
        !self.asked.failing.is_empty()
    }

    /// Chooses tests for each start. Errors: there are no candidates; no failing test has the given name; no
    /// test failed and the metric needs one.
    pub fn answer<'l>(&self, loaded: &'l Loaded, pool: Pool) -> Result<Report<'l>, Failure> {
        let spectrum = &loaded.spectrum;
        if pool.candidates.is_empty() {
            return Err(nothing_to_choose(&pool, spectrum));
        }
        let failing = self.failing(spectrum, &pool)?;
        let mut starts = self.starts(spectrum, &pool, &failing);
        let all = starts.len();
        starts.truncate(self.asked.starts.unwrap_or(all));
        let prepared = Prepared::new(spectrum);
        let paths = match self.near {
            Some(near) => Some((near, Paths::of(loaded, near)?)),
            None => None,
        };
        let relation = self.metric.start(prepared.universe()).relation();
        let mut notes = loaded.notes.clone();
        let shown = starts.len();
        let mut choices = Vec::with_capacity(shown);
        for given in starts {
            choices.push(self.choose(&prepared, (&pool, paths.as_ref()), given)?);
        }
        // Free the selection's memory before computing rankings.
        drop(prepared);
        if pool.labelled {
            let judge = Judge::new(spectrum, self.ranking, self.asked.ties);
            for choice in &mut choices {
                stand(spectrum, &judge, &pool, choice);
            }
        }
        if let Some(strangers) =
            strangers(spectrum, &pool, choices.iter().flat_map(|choice| choice.given.clone()))
        {
            notes.push(strangers);
        }
        Ok(Report {
            spectrum,
            relation,
            metric: self.metric.clone(),
            ranking: self.ranking,
            ties: self.asked.ties,
            given: self.asked.given,
            pool,
            asked: self.asked.tests,
            choices,
            more: all - shown,
            notes,
        })
    }

    /// The failing tests to explain: the named ones, or all of the suite.
    pub fn failing(&self, spectrum: &Spectrum, pool: &Pool) -> Result<Vec<TestId>, Failure> {
        if self.asked.failing.is_empty() {
            let failed: Vec<_> =
                spectrum.tests_with(Outcome::Failed).filter(|&test| pool.is_of_suite(test)).collect();
            if failed.is_empty() && self.metric.needs_failing() {
                return Err(nothing_failed(&self.metric));
            }
            return Ok(failed);
        }
        let tests = failing_tests(spectrum, self.asked.failing).map_err(|error| {
            Failure::failed(format!("{error} (`faultline rank` without --failing shows what failed)"))
        })?;
        match tests.iter().find(|&&test| !pool.is_of_suite(test)) {
            None => Ok(tests),
            Some(test) => Err(Failure::failed(format!(
                "'{}' is a test of the pool; --failing takes one of the recordings",
                faultline_messages::names::test(&spectrum.tests[test.index()])
            ))),
        }
    }

    /// The given tests of each selection; without failing tests, one selection that starts empty.
    fn starts(&self, spectrum: &Spectrum, pool: &Pool, failing: &[TestId]) -> Vec<Vec<TestId>> {
        match self.asked.given {
            Given::Each if !failing.is_empty() => failing.iter().map(|&test| vec![test]).collect(),
            Given::Each | Given::AllFailing => vec![failing.to_vec()],
            Given::Suite => {
                let mut suite: Vec<_> =
                    suite_with(spectrum, failing, |test| pool.is_of_suite(test)).collect();
                suite.sort_unstable();
                vec![suite]
            }
        }
    }

    /// Chooses the tests, without rankings.
    fn choose(
        &self,
        prepared: &Prepared<'_>,
        (pool, paths): (&Pool, Option<&(Near, Paths)>),
        given: Vec<TestId>,
    ) -> Result<Choice, Failure> {
        let spectrum = prepared.spectrum();
        let picked = match paths {
            Some((near, paths)) => {
                paths.picked((spectrum, *near), &given, &pool.candidates, self.asked.tests)?
            }
            None => pool.candidates.iter().map(|&test| (test, 0.0)).collect(),
        };
        let candidates = picked.iter().map(|(test, _)| *test).collect();
        let query = SelectQuery {
            given: given.clone(),
            pool: Some(candidates),
            tests: self.asked.tests,
            labels: if pool.labelled { Labels::ByMetric } else { Labels::Hidden },
        };
        let selector =
            prepared.selector(&self.metric, &query).map_err(|error| Failure::failed(error.to_string()))?;
        let suite_value = selector.state().suite_value();
        // A metric of conditions alone ignores rows, so the first candidate in order is taken each time.
        let is_ordered = matches!(self.near, Some(Near::Paths | Near::Runs));
        let similarity =
            |of: TestId| picked.iter().find(|(test, _)| *test == of).map(|(_, similarity)| *similarity);
        let value =
            |test: TestId, score: f64| if is_ordered { similarity(test).unwrap_or(score) } else { score };
        let steps = selector
            .take(query.tests)
            .map(|step| Step {
                test: step.test,
                value: value(step.test, step.score),
                suite_value: step.suite_value,
                standing: None,
            })
            .collect();
        Ok(Choice { given, suite_value, leader: None, standing: None, steps })
    }
}

/// Adds the ranking after each step of a selection; none if no test failed.
fn stand(spectrum: &Spectrum, judge: &Judge<'_>, pool: &Pool, choice: &mut Choice) {
    let failed: Vec<TestId> = choice
        .given
        .iter()
        .copied()
        .filter(|test| spectrum.tests[test.index()].outcome == Outcome::Failed)
        .collect();
    choice.leader = judge.leader(suite_with(spectrum, &failed, |test| pool.is_of_suite(test)));
    let Some(leader) = &choice.leader else { return };
    let mut tests = choice.given.clone();
    choice.standing = judge.standing(&tests, leader);
    for step in &mut choice.steps {
        tests.push(step.test);
        step.standing = judge.standing(&tests, leader);
    }
}

fn nothing_failed(metric: &AnyMetric) -> Failure {
    let without: Vec<&str> =
        METRICS.iter().filter(|entry| !entry.metric().needs_failing()).map(|entry| entry.name).collect();
    Failure::failed(format!(
        "{metric} needs the coverage of a failing test, and no recorded test failed; \
         these metrics do without: {}",
        without.join(", ")
    ))
}

/// Warns if the candidates and the given tests have no code in common: they were probably recorded with
/// different builds of the classes.
pub fn strangers(
    spectrum: &Spectrum,
    pool: &Pool,
    given: impl IntoIterator<Item = TestId>,
) -> Option<String> {
    let mut run = vec![0_u64; spectrum.coverage.stride()];
    for test in given {
        spectrum.coverage.add_row(test.index(), &mut run);
    }
    let meets =
        |test: &TestId| spectrum.coverage.filled(test.index()).any(|(place, word)| word & run[place] != 0);
    let is_strange = run.iter().any(|word| *word != 0) && !pool.candidates.iter().any(meets);
    is_strange.then(|| {
        format!(
            "none of the {} to choose from runs a line that the given tests run; \
             were they recorded with the same build?",
            counted(pool.candidates.len(), "test")
        )
    })
}
