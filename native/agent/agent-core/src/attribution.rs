//! Attributes hits to open tests and running static initialisers.
//!
//! This is [the rule](../../../../docs/recording.md#the-rule) as far as shared arrays allow. All threads share the hit
//! arrays, so an array does not show which thread hit a line; known is only which contexts were innermost on a thread
//! between two captures. Hits go to all of these, so interleaved threads never lose a line of its true owner. With one
//! thread this is exact.

use crate::hits::{Hit, Hits};

/// A thread's number, unique in this process.
pub type Thread = u64;

/// Collects hits for open tests and running initialisers.
#[derive(Debug, Default)]
pub struct Attribution {
    /// Whether threads are told apart, so that shared arrays hold only part of the owners' hits.
    apart: bool,
    /// Open tests and running initialisers of all threads, in the order they began.
    open: Vec<Context>,
    /// What was hit while nothing was open.
    between: Row,
    /// A buffer to reuse.
    spare: Hits,
}

/// One for whom a thread runs.
#[derive(Debug)]
struct Context {
    kind: Kind,
    thread: Thread,
    row: Row,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Test {
        /// Another test was open meanwhile.
        overlapped: bool,
    },
    Initialiser {
        class: u32,
    },
}

impl Context {
    fn is_test(&self) -> bool {
        matches!(self.kind, Kind::Test { .. })
    }

    fn mark(&mut self) {
        if let Kind::Test { overlapped } = &mut self.kind {
            *overlapped = true;
        }
    }
}

#[derive(Debug, Default)]
struct Row {
    hits: Hits,
    /// Whether the test was captured early; later hits are not its own.
    frozen: bool,
}

impl Row {
    fn add(&mut self, hits: &[Hit]) {
        if !self.frozen {
            self.hits.add(hits);
        }
    }

    fn clear(&mut self) {
        self.hits.clear();
        self.frozen = false;
    }
}

/// The hits of a test that ended.
#[derive(Debug, Default)]
pub struct Ended {
    /// Its hits.
    pub hits: Hits,
    /// Whether another test was open at the same time.
    pub overlapped: bool,
}

impl Attribution {
    /// Starts an initialiser; `hits` precede it.
    pub fn enter(&mut self, class: u32, thread: Thread, hits: &[Hit]) {
        self.distribute(hits);
        self.begin(Kind::Initialiser { class }, thread);
    }

    /// Ends an initialiser, not necessarily the one entered last; `hits` precede its end. Returns its hits; `None` if it was
    /// never entered.
    pub fn exit(&mut self, class: u32, thread: Thread, hits: &[Hit]) -> Option<Hits> {
        self.distribute(hits);
        let kind = Kind::Initialiser { class };
        let at = self.open.iter().rposition(|context| context.kind == kind && context.thread == thread);
        let at = at.or_else(|| self.open.iter().rposition(|context| context.kind == kind))?;
        Some(self.open.remove(at).row.hits)
    }

    /// Starts a test; `hits` precede it.
    pub fn start(&mut self, thread: Thread, hits: &[Hit]) {
        self.distribute(hits);
        self.between.clear();
        // Once threads are told apart, being open at the same time does no harm: see `distribute`.
        let overlapped = !self.apart && self.tests() > 0;
        if overlapped {
            self.mark();
        }
        self.begin(Kind::Test { overlapped }, thread);
    }

    /// Marks the running test of a thread as failed: `hits` are the last that count for it.
    pub fn freeze(&mut self, thread: Thread, hits: &[Hit]) {
        self.distribute(hits);
        match self.test_of(thread) {
            Some(at) => self.open[at].row.frozen = true,
            None => self.between.frozen = true,
        }
    }

    /// Ends the running test of a thread; `hits` precede its end. Without an open test, returns the hits since the last one
    /// ended.
    pub fn end(&mut self, thread: Thread, hits: &[Hit]) -> Ended {
        self.distribute(hits);
        let Some(at) = self.test_of(thread) else {
            let hits = std::mem::take(&mut self.between.hits);
            self.between.clear();
            return Ended { hits, overlapped: false };
        };
        let Context { kind, row, .. } = self.open.remove(at);
        Ended { hits: row.hits, overlapped: kind == Kind::Test { overlapped: true } }
    }

    /// From here on shared arrays receive hits of only a few classes or frames; `hits` precede the switch.
    pub fn tell_apart(&mut self, hits: &[Hit]) {
        self.distribute(hits);
        self.apart = true;
    }

    /// Marks that the open tests may have hits of others.
    pub fn mark(&mut self) {
        self.open.iter_mut().for_each(Context::mark);
    }

    /// Ends a fixture; `hits` precede its end. Without an open owner the fixture was never started, and gets the hits since
    /// the last test ended.
    pub fn end_fixture(&mut self, thread: Thread, hits: &[Hit]) -> Option<Hits> {
        let own = self.open.iter().any(|context| context.is_test() && context.thread == thread);
        // The only one is meant, whoever ends it: an engine may hand on tests in another thread.
        if own || self.tests() <= 1 {
            return Some(self.end(thread, hits).hits);
        }
        // Fixtures of other threads must not be ended here.
        self.distribute(hits);
        None
    }

    /// At the end of the JVM, returns the hits of each initialiser still running.
    pub fn abandon(&mut self, hits: &[Hit]) -> Vec<(u32, Hits)> {
        self.distribute(hits);
        let mut left = Vec::new();
        for context in std::mem::take(&mut self.open) {
            match context.kind {
                Kind::Initialiser { class } => left.push((class, context.row.hits)),
                Kind::Test { .. } => self.open.push(context),
            }
        }
        left
    }

    /// At the end of the JVM, returns the hits since the last test ended, or all if there was no test.
    pub fn take_between(&mut self) -> Hits {
        std::mem::take(&mut self.between.hits)
    }

    /// Returns a buffer for reuse.
    pub fn recycle(&mut self, mut hits: Hits) {
        hits.clear();
        self.spare = hits;
    }

    fn begin(&mut self, kind: Kind, thread: Thread) {
        let row = Row { hits: std::mem::take(&mut self.spare), frozen: false };
        self.open.push(Context { kind, thread, row });
    }

    /// How many tests are open.
    fn tests(&self) -> usize {
        self.open.iter().filter(|context| context.is_test()).count()
    }

    /// The test that a thread started last, else the oldest one: frameworks may end a test
    /// on another thread than the one it started on.
    fn test_of(&self, thread: Thread) -> Option<usize> {
        let own = self.open.iter().rposition(|context| context.is_test() && context.thread == thread);
        own.or_else(|| self.open.iter().position(Context::is_test))
    }

    /// Adds hits to all owners that may have run them.
    pub fn distribute(&mut self, hits: &[Hit]) {
        if hits.is_empty() {
            return;
        }
        if self.open.is_empty() {
            self.between.add(hits);
            return;
        }
        let doubtful = self.apart && self.tests() > 1;
        for at in 0..self.open.len() {
            if !self.may_have_run(at) {
                continue;
            }
            let context = &mut self.open[at];
            context.row.add(hits);
            if doubtful {
                context.mark();
            }
        }
    }

    /// Whether a context's thread runs for it now. What began later on that thread has interrupted it; but a test
    /// overlaps with the tests inside it, and only an initialiser takes its thread away.
    fn may_have_run(&self, at: usize) -> bool {
        let (outer, later) = (&self.open[at], &self.open[at + 1..]);
        let mut inner = later.iter().filter(|context| context.thread == outer.thread);
        if outer.is_test() { inner.all(Context::is_test) } else { inner.next().is_none() }
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::CoverageBuilder;
    use proptest::prelude::*;

    use super::*;

    const MAIN: Thread = 1;
    const OTHER: Thread = 2;

    /// Line `n` of class 1 is bit `n`.
    fn lines(lines: &[u32]) -> Vec<Hit> {
        lines.iter().map(|line| Hit { class: 1, word: 0, bits: 1 << line }).collect()
    }

    fn seen(hits: Hits) -> Vec<u32> {
        let mut hits = hits;
        let mut builder = CoverageBuilder::default();
        hits.write_to(&mut builder, &mut Vec::new());
        builder.to_coverage().slots().map(|(_, slot)| slot).collect()
    }

    #[test]
    fn a_row_holds_what_was_hit_between_start_and_end() {
        let mut who = Attribution::default();
        who.start(MAIN, &lines(&[1]));
        let ended = who.end(MAIN, &lines(&[2, 3]));
        assert!(!ended.overlapped);
        assert_eq!(seen(ended.hits), [2, 3]);
        who.start(MAIN, &lines(&[4]));
        assert_eq!(seen(who.end(MAIN, &[]).hits), [0_u32; 0]);
    }

    #[test]
    fn hits_after_an_early_capture_belong_to_nobody() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.freeze(MAIN, &lines(&[1]));
        assert_eq!(seen(who.end(MAIN, &lines(&[2])).hits), [1]);
        who.start(MAIN, &[]);
        assert_eq!(seen(who.end(MAIN, &lines(&[3])).hits), [3], "the next test is not frozen");
    }

    #[test]
    fn a_failure_outside_any_test_gets_what_was_hit_since_the_last_one_ended() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.end(MAIN, &lines(&[1]));
        who.freeze(MAIN, &lines(&[2]));
        assert_eq!(seen(who.end(MAIN, &lines(&[3])).hits), [2]);
        assert_eq!(seen(who.end(MAIN, &lines(&[4])).hits), [4]);
    }

    #[test]
    fn a_fixture_has_what_its_thread_ran_for_it() {
        let mut who = Attribution::default();
        who.start(MAIN, &lines(&[1]));
        assert_eq!(who.end_fixture(MAIN, &lines(&[2])).map(seen), Some(vec![2]));
        who.start(MAIN, &lines(&[3]));
        who.end(MAIN, &lines(&[4]));
        assert_eq!(who.end_fixture(MAIN, &lines(&[5])).map(seen), Some(vec![5]), "after the last test");
    }

    #[test]
    fn a_fixture_may_end_in_another_thread_than_it_started_in() {
        let mut who = Attribution::default();
        who.start(OTHER, &[]);
        assert_eq!(who.end_fixture(MAIN, &lines(&[1])).map(seen), Some(vec![1]));
    }

    #[test]
    fn a_fixture_that_was_never_started_leaves_the_tests_of_other_threads_open() {
        const THIRD: Thread = 3;
        let mut who = Attribution::default();
        who.start(OTHER, &[]);
        who.start(THIRD, &[]);
        assert!(who.end_fixture(MAIN, &lines(&[1])).is_none());
        assert_eq!(seen(who.end(OTHER, &lines(&[2])).hits), [1, 2]);
    }

    #[test]
    fn an_initialisers_lines_go_to_the_class_and_not_to_the_test() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.enter(10, MAIN, &lines(&[1]));
        who.enter(20, MAIN, &lines(&[2]));
        assert_eq!(who.exit(20, MAIN, &lines(&[3])).map(seen), Some(vec![3]));
        assert_eq!(who.exit(10, MAIN, &lines(&[4])).map(seen), Some(vec![2, 4]));
        assert_eq!(seen(who.end(MAIN, &lines(&[5])).hits), [1, 5]);
    }

    #[test]
    fn an_initialiser_between_tests_keeps_its_lines() {
        let mut who = Attribution::default();
        who.enter(10, MAIN, &lines(&[1]));
        who.start(OTHER, &lines(&[2]));
        assert_eq!(who.exit(10, MAIN, &lines(&[3])).map(seen), Some(vec![2, 3]));
    }

    #[test]
    fn an_exit_that_is_not_the_last_entered_loses_nothing() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.enter(10, MAIN, &lines(&[1]));
        who.enter(20, OTHER, &lines(&[2]));
        // Both initialisers ran up to here: both must have line 3.
        assert_eq!(who.exit(10, MAIN, &lines(&[3])).map(seen), Some(vec![2, 3]));
        // From here on the test's thread runs in parallel to initialiser 20.
        assert_eq!(who.exit(20, OTHER, &lines(&[4])).map(seen), Some(vec![3, 4]));
        assert_eq!(seen(who.end(MAIN, &lines(&[5])).hits), [1, 4, 5]);
    }

    #[test]
    fn nested_exits_in_the_wrong_order_on_one_thread_lose_nothing() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.enter(10, MAIN, &lines(&[1]));
        who.enter(20, MAIN, &lines(&[2]));
        assert_eq!(who.exit(10, MAIN, &lines(&[3])).map(seen), Some(vec![2]));
        assert_eq!(who.exit(20, MAIN, &lines(&[4])).map(seen), Some(vec![3, 4]));
        assert_eq!(seen(who.end(MAIN, &[]).hits), [1]);
    }

    #[test]
    fn a_test_that_ends_inside_an_initialiser_keeps_what_was_set_aside() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.enter(10, MAIN, &lines(&[1]));
        assert_eq!(seen(who.end(OTHER, &lines(&[2])).hits), [1]);
        assert_eq!(who.exit(10, MAIN, &lines(&[3])).map(seen), Some(vec![2, 3]));
    }

    #[test]
    fn tests_run_from_an_initialiser_have_their_own_lines() {
        let mut who = Attribution::default();
        who.enter(10, MAIN, &[]);
        who.start(MAIN, &lines(&[1]));
        assert_eq!(seen(who.end(MAIN, &lines(&[2])).hits), [2]);
        assert_eq!(who.exit(10, MAIN, &lines(&[3])).map(seen), Some(vec![1, 3]));
    }

    #[test]
    fn overlapping_tests_both_hold_what_ran_while_both_were_open() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.start(OTHER, &lines(&[1]));
        let first = who.end(MAIN, &lines(&[2]));
        let second = who.end(OTHER, &lines(&[3]));
        assert!(first.overlapped && second.overlapped);
        assert_eq!(seen(first.hits), [1, 2]);
        assert_eq!(seen(second.hits), [2, 3]);
        who.start(MAIN, &[]);
        assert!(!who.end(MAIN, &[]).overlapped, "the overlap is over");
    }

    #[test]
    fn once_threads_are_told_apart_only_rows_that_share_a_hit_are_marked() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        who.tell_apart(&lines(&[1]));
        who.start(OTHER, &lines(&[2]));
        let first = who.end(MAIN, &[]);
        assert!(!first.overlapped);
        assert_eq!(seen(first.hits), [1, 2]);
        who.start(MAIN, &[]);
        let second = who.end(OTHER, &lines(&[3]));
        let third = who.end(MAIN, &lines(&[4]));
        assert!(second.overlapped && third.overlapped);
        assert_eq!((seen(second.hits), seen(third.hits)), (vec![3], vec![3, 4]));
    }

    #[test]
    fn an_exit_without_entry_changes_nothing() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        assert!(who.exit(10, MAIN, &lines(&[1])).is_none());
        assert_eq!(seen(who.end(MAIN, &[]).hits), [1]);
    }

    #[test]
    fn initialisers_that_never_end_give_their_lines_when_the_jvm_ends() {
        let mut who = Attribution::default();
        who.enter(10, MAIN, &[]);
        who.enter(20, MAIN, &lines(&[1]));
        let left = who.abandon(&lines(&[2])).into_iter().map(|(class, hits)| (class, seen(hits)));
        assert_eq!(left.collect::<Vec<_>>(), [(10, vec![1]), (20, vec![2])]);
    }

    #[test]
    fn a_recycled_buffer_starts_empty() {
        let mut who = Attribution::default();
        who.start(MAIN, &[]);
        let ended = who.end(MAIN, &lines(&[1]));
        who.recycle(ended.hits);
        who.start(MAIN, &[]);
        assert_eq!(seen(who.end(MAIN, &[]).hits), [0_u32; 0]);
    }

    /// A thread's step in the property tests below.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Hit,
        Enter,
        /// Leaves the thread's innermost initialiser, if any.
        Exit,
        Start,
        End,
    }

    /// An owner of lines, an initialiser or a test, with the lines attributed to it.
    #[derive(Clone, Debug, Default)]
    struct Owner {
        test: bool,
        thread: Thread,
        /// Lines that its thread ran for it.
        ran: Vec<u32>,
        /// Lines run by any thread during its lifetime.
        meanwhile: Vec<u32>,
        open: bool,
        given: Vec<u32>,
    }

    /// Runs a line on a thread: for its innermost owner and, if that is a test, for the enclosing tests up to the next
    /// initialiser (nested tests overlap).
    fn run(owners: &mut [Owner], thread: Thread, line: u32) {
        let mut own = owners.iter_mut().rev().filter(|owner| owner.open && owner.thread == thread);
        let Some(innermost) = own.next() else { return };
        innermost.ran.push(line);
        if innermost.test {
            own.take_while(|owner| owner.test).for_each(|owner| owner.ran.push(line));
        }
    }

    /// Runs the steps, and tracks the expected owners by definition.
    fn play(steps: &[(Thread, Step)]) -> Vec<Owner> {
        let mut who = Attribution::default();
        let mut owners: Vec<Owner> = Vec::new();
        let mut pending = Vec::new();
        let mut line = 0;
        for &(thread, step) in steps {
            let innermost = owners.iter().rposition(|owner| owner.open && owner.thread == thread);
            match step {
                Step::Hit => {
                    line += 1;
                    pending.push(Hit { class: 1, word: line, bits: 1 });
                    run(&mut owners, thread, line);
                    owners.iter_mut().filter(|o| o.open).for_each(|o| o.meanwhile.push(line));
                    continue;
                }
                Step::Enter => who.enter(owners.len() as u32, thread, &pending),
                Step::Start => who.start(thread, &pending),
                // As in a JVM, only the innermost owner ends.
                Step::Exit | Step::End => {
                    let test = matches!(step, Step::End);
                    let Some(at) = innermost.filter(|&at| owners[at].test == test) else { continue };
                    let hits = if test {
                        Some(who.end(thread, &pending).hits)
                    } else {
                        who.exit(at as u32, thread, &pending)
                    };
                    owners[at].given = seen(hits.unwrap()).iter().map(|slot| slot / 64).collect();
                    owners[at].open = false;
                    pending.clear();
                    continue;
                }
            }
            pending.clear();
            owners.push(Owner { test: matches!(step, Step::Start), thread, open: true, ..Owner::default() });
        }
        owners
    }

    fn steps(threads: u64) -> impl Strategy<Value = Vec<(Thread, Step)>> {
        let step = prop_oneof![
            4 => Just(Step::Hit),
            2 => Just(Step::Enter),
            2 => Just(Step::Exit),
            1 => Just(Step::Start),
            1 => Just(Step::End),
        ];
        proptest::collection::vec((1..=threads, step), 0..80)
    }

    proptest! {
        #[test]
        fn with_one_thread_everyone_gets_exactly_what_ran_for_it(steps in steps(1)) {
            for owner in play(&steps).iter().filter(|owner| !owner.open) {
                prop_assert_eq!(&owner.given, &owner.ran);
            }
        }

        #[test]
        fn with_several_threads_nobody_misses_a_line_or_gets_one_from_another_time(steps in steps(3)) {
            for owner in play(&steps).iter().filter(|owner| !owner.open) {
                prop_assert!(owner.ran.iter().all(|line| owner.given.contains(line)), "{:?}", owner);
                prop_assert!(owner.given.iter().all(|line| owner.meanwhile.contains(line)), "{:?}", owner);
            }
        }
    }
}
