package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Initialisers;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.driver.Runs;
import io.faultline.runner.Ran;
import java.util.Locale;

/**
 * The runs of one test. First two plain runs, or a plain and a probing run, and if requested another plain run after
 * probing initialisers. Then one run for each mutant. Plain runs between and after these detect state that mutants left
 * behind. In a JVM whose mutant is active for good there is one run alone.
 */
final class TestRuns implements Runs {
    private static final String NO_END = "it did not end";

    private enum Step {
        FIRST,
        SECOND,
        PROBE,
        INITIALISED,
        MUTANT,
        CHECK,
        OVER
    }

    private final Bench bench;
    private final UnitRun unit;
    private final Wanted test;

    /** As the framework has prepared them for the test: an extension may have set the thread's class loader. */
    private Surroundings surroundings;

    private Step step = Step.FIRST;
    private Baseline baseline;
    private boolean open;

    /** The exception thrown by rerunning initialisers for this run; usually null. */
    private Throwable uninitialised;

    /** Index of the current or next mutant. */
    private int at;

    /** Verdicts since the last plain run that matched the baseline. */
    private int sinceGood;

    TestRuns(Bench bench, UnitRun unit, Wanted test) {
        this.bench = bench;
        this.unit = unit;
        this.test = test;
    }

    @Override
    public boolean more() {
        return step != Step.OVER;
    }

    /** Whether a run is in progress. */
    boolean isOpen() {
        return open;
    }

    @Override
    public void begin() {
        open = true;
        uninitialised = null;
        if (surroundings == null) {
            surroundings = new Surroundings();
        }
        switch (step) {
            case MUTANT:
                bench.begin(test.number, test.mutants[at], baseline, this::hopeless);
                if (Initialisers.has(test.mutants[at])) {
                    uninitialised = thrownBy(Initialisers::again);
                }
                break;
            case INITIALISED:
                bench.beginBaseline(test.number, Site.NONE, this::hopeless);
                uninitialised = thrownBy(Initialisers::probe);
                break;
            case CHECK:
                bench.begin(test.number, Site.NONE, baseline, this::hopeless);
                break;
            case PROBE:
                Site.clear();
                bench.beginBaseline(test.number, Site.PROBING, this::hopeless);
                break;
            default:
                bench.beginBaseline(test.number, Site.NONE, this::hopeless);
                break;
        }
    }

    private static Throwable thrownBy(Runnable initialisers) {
        try {
            initialisers.run();
            return null;
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    @Override
    public void ended(Ran ran) {
        Ending ending = bench.end(
                uninitialised == null ? ran : Ran.failed(uninitialised), baseline == null ? 0 : baseline.exits());
        open = false;
        surroundings.putBack();
        switch (step) {
            case FIRST:
                first(ending);
                break;
            case SECOND:
            case PROBE:
                second(ending);
                break;
            case INITIALISED:
                initialised(ending);
                break;
            case MUTANT:
                mutant(ending);
                break;
            default:
                checked(ending);
                break;
        }
    }

    private void first(Ending ending) {
        String unlike = Site.keeps() && ending.reason == Reason.WALL ? NO_END : unlike(ending);
        if (unlike != null) {
            leaveOut(ending, unlike);
            return;
        }
        baseline = bench.baselines.get(test.number);
        if (Site.keeps()) {
            // The first run tells all: it alone meets caches that nothing has filled.
            bench.results.test(test, new Baseline(ending));
            over();
        } else if (baseline == null) {
            baseline = new Baseline(ending);
            step = unit.probes() ? Step.PROBE : Step.SECOND;
        } else if (!baseline.add(ending)) {
            leaveOut(ending, "it does not end alike twice");
        } else {
            step = unit.probes() ? Step.PROBE : next(0);
        }
    }

    /** How the run differs from the recording; null if it matches. */
    private String unlike(Ending ending) {
        boolean sameType = test.exception.isEmpty() || test.exception.equals(ending.exception());
        if (ending.outcome == test.expected && sameType) {
            return null;
        }
        if (ending.outcome == Ran.Outcome.SKIPPED) {
            return UnitRun.NOT_RUN;
        }
        return "it ended as " + words(ending.outcome, ending.exception()) + ", and was recorded as "
                + words(test.expected, test.exception);
    }

    private static String words(Ran.Outcome outcome, String exception) {
        String word = outcome.name().toLowerCase(Locale.ROOT);
        return exception.isEmpty() ? word : word + " (" + exception + ")";
    }

    private void second(Ending ending) {
        if (!baseline.add(ending)) {
            leaveOut(ending, "it does not end alike twice: then as " + words(ending.outcome, ending.exception()));
            return;
        }
        if (bench.baselines.put(test.number, baseline) == null) {
            bench.results.test(test, baseline);
        }
        if (step == Step.PROBE && test.initialisers && Initialisers.any()) {
            step = Step.INITIALISED;
        } else if (step == Step.PROBE) {
            bench.results.probe(test.number);
            over();
        } else {
            step = next(0);
        }
    }

    /**
     * If the test ends differently after initialisers were rerun, their mutants are excluded and the JVM ends as
     * poisoned.
     */
    private void initialised(Ending ending) {
        if (!baseline.isLike(ending)) {
            refuseInitialisers("ends otherwise");
            bench.leave(Bench.POISONED);
        }
        bench.results.probe(test.number);
        over();
    }

    private void refuseInitialisers(String how) {
        Initialisers.forget();
        bench.results.probe(test.number);
        String name = test.className + "." + test.method;
        bench.results.unusable(ResultsFile.NO_TEST, "initialisers: " + name + " " + how + " when they have run again");
    }

    private void mutant(Ending ending) {
        if (Initialisers.has(test.mutants[at]) && thrownBy(Initialisers::again) != null) {
            say(baseline.verdict(ending), ending.reason);
            bench.results.drift(test.number, 0);
            bench.leave(Bench.POISONED);
        }
        Verdict verdict = baseline.verdict(ending);
        say(verdict, ending.reason);
        if (bench.leftThreads(ending, baseline.threads())) {
            bench.results.drift(test.number, 0);
            bench.leave(Bench.POISONED);
        }
        boolean cutOff = ending.reason == Reason.WALL || ending.reason == Reason.MEMORY;
        // What a mutant leaves in static fields can make the test pass with all that follow, and a later one can undo
        // it.
        boolean mends = verdict == Verdict.PASSES && test.expected == Ran.Outcome.FAILED;
        boolean suspicious = mends || unit.checksEach() && verdict != Verdict.SAME;
        step = cutOff || suspicious ? Step.CHECK : next(at + 1);
    }

    private void say(Verdict verdict, Reason reason) {
        // A run with the baseline's result has no reason of its own.
        bench.results.verdict(test.number, test.mutants[at], verdict, verdict == Verdict.SAME ? Reason.NONE : reason);
        unit.count();
        sinceGood++;
        if (unit.looksForFirstBreak() && verdict == Verdict.FAILS) {
            bench.broken.add(test.mutants[at]);
        }
    }

    private void checked(Ending ending) {
        if (!baseline.isLike(ending) || !bench.hasMemory() || bench.leftThreads(ending, baseline.threads())) {
            drift();
        }
        sinceGood = 0;
        step = next(Math.min(at + 1, test.mutants.length));
    }

    /** Advances to the first wanted mutant from index {@code from} on and returns the next step. */
    private Step next(int from) {
        at = from;
        while (at < test.mutants.length && unit.looksForFirstBreak() && bench.broken.contains(test.mutants[at])) {
            at++;
        }
        if (at < test.mutants.length) {
            return Step.MUTANT;
        }
        if (sinceGood > 0 && !unit.checksEach()) {
            return Step.CHECK;
        }
        unit.done(test);
        return Step.OVER;
    }

    private void over() {
        step = Step.OVER;
        unit.done(test);
    }

    /**
     * Blames the test if no mutant has been active in this JVM, if it already failed the first time it was visited, or
     * if the framework has no such test. Otherwise ends the JVM, because another one may do better.
     */
    private void leaveOut(Ending ending, String reason) {
        if (bench.isDirty() && ending.outcome != Ran.Outcome.SKIPPED && !unit.isLeftOut(test)) {
            bench.results.drift(test.number, 0);
            bench.leave(Bench.POISONED);
        }
        step = Step.OVER;
        // Another class may have the test.
        if (!(Site.keeps() && ending.outcome == Ran.Outcome.SKIPPED)) {
            unit.leftOut(test, reason);
        }
    }

    /**
     * Voids the verdicts since the last good plain run that state left by an earlier mutant may have affected. The
     * first of them is safe. With a check after each break, only the last is unsafe: no effect of such state was seen
     * before it.
     */
    private void drift() {
        boolean alone = sinceGood <= 1;
        bench.results.drift(test.number, alone ? 0 : unit.checksEach() ? 1 : sinceGood);
        bench.leave(Bench.POISONED);
    }

    /** Ends a run that the framework did not complete, because it threw or continued without it. */
    void abandon(Throwable thrown) {
        Step lost = step;
        ended(Ran.failed(thrown));
        if (lost == Step.MUTANT || lost == Step.CHECK) {
            bench.results.drift(test.number, 0);
        } else {
            // Not retried in another JVM, where the same would happen.
            bench.results.unusable(test.number, "its run was lost sight of: " + thrown);
        }
        bench.leave(Bench.POISONED);
    }

    /** Called by the watchdog if the run cannot be ended. */
    private void hopeless() {
        switch (step) {
            case MUTANT:
                say(baseline.verdict(new Ending(Ran.failed(null), Reason.WALL, 0, 0, 0, 0)), Reason.WALL);
                bench.leave(Bench.STUCK);
                break;
            case INITIALISED:
                refuseInitialisers("does not end");
                bench.leave(Bench.STUCK);
                break;
            case CHECK:
                drift();
                break;
            default:
                if (!bench.isDirty()) {
                    bench.results.unusable(test.number, NO_END);
                } else {
                    bench.results.drift(test.number, 0);
                }
                bench.leave(Bench.STUCK);
                break;
        }
    }
}
