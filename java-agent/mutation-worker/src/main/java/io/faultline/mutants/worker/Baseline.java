package io.faultline.mutants.worker;

import io.faultline.runner.Ran;


/** How a test ends without a mutant, and what it takes: made of two runs, since the first may fill caches. */
final class Baseline {
    private static final int MESSAGE = 1;
    private static final int TRACE = 2;

    private final Ending first;
    private final long message;
    private final long trace;
    private final Reason reason;
    private int unstable;
    private long nanos;
    private long fuel;
    private int threads;

    Baseline(Ending first) {
        this.first = first;
        reason = first.reason;
        message = messageOf(first);
        trace = traceOf(first);
        nanos = first.nanos;
        fuel = first.fuel;
        threads = first.threads;
    }

    /** Takes another run without a mutant. False when it ended otherwise: nothing can be said of this test. */
    boolean add(Ending again) {
        if (again.outcome != first.outcome || !again.exception().equals(first.exception())) {
            return false;
        }
        unstable |= messageOf(again) == message ? 0 : MESSAGE;
        unstable |= traceOf(again) == trace ? 0 : TRACE;
        nanos = Math.min(nanos, again.nanos);
        fuel = Math.max(fuel, again.fuel);
        // What the first run starts, such as a pool of threads, is there for the next ones.
        threads = again.threads;
        return true;
    }

    /** What a run under a mutant shows. */
    Verdict verdict(Ending ending) {
        if (ending.outcome == Ran.Outcome.SKIPPED) {
            return Verdict.ABORTS;
        }
        if (ending.outcome != first.outcome) {
            return ofOutcome(ending.outcome);
        }
        if (ending.outcome != Ran.Outcome.FAILED) {
            return Verdict.SAME;
        }
        return ofFailure(ending);
    }

    private static Verdict ofOutcome(Ran.Outcome outcome) {
        switch (outcome) {
            case PASSED:
                return Verdict.PASSES;
            case FAILED:
                return Verdict.FAILS;
            default:
                return Verdict.ABORTS;
        }
    }

    private Verdict ofFailure(Ending ending) {
        if (ending.reason != reason || !ending.exception().equals(first.exception())) {
            return Verdict.TYPE;
        }
        if ((unstable & MESSAGE) == 0 && messageOf(ending) != message) {
            return Verdict.MESSAGE;
        }
        return (unstable & TRACE) == 0 && traceOf(ending) != trace ? Verdict.TRACE : Verdict.SAME;
    }

    /** Whether a plain run ended as the first did, in everything that is stable. */
    boolean isLike(Ending plain) {
        return verdict(plain) == Verdict.SAME;
    }

    Ran.Outcome outcome() {
        return first.outcome;
    }

    String exception() {
        return first.exception();
    }

    /** 0 for a test that passes, as is {@link #trace}. */
    long message() {
        return message;
    }

    long trace() {
        return trace;
    }

    int unstable() {
        return unstable;
    }

    long nanos() {
        return nanos;
    }

    long fuel() {
        return fuel;
    }

    /** How many threads a run leaves behind. */
    int threads() {
        return threads;
    }

    /** How often a run asks the JVM to exit. */
    int exits() {
        return first.exits;
    }

    private static long messageOf(Ending ending) {
        return ending.exception().isEmpty() ? 0 : Fingerprint.ofMessage(ending.thrown);
    }

    private static long traceOf(Ending ending) {
        return ending.exception().isEmpty() ? 0 : Fingerprint.ofTrace(ending.thrown);
    }
}
