package io.faultline.mutants.worker;

import io.faultline.runner.Ran;

/** The result and cost of a test without mutants. Built from at least two runs, because the first may fill caches. */
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

    /** Adds another run without a mutant. Returns false if it ended differently, so that the test is unusable. */
    boolean add(Ending again) {
        if (again.outcome != first.outcome || !again.exception().equals(first.exception())) {
            return false;
        }
        unstable |= messageOf(again) == message ? 0 : MESSAGE;
        unstable |= traceOf(again) == trace ? 0 : TRACE;
        nanos = Math.min(nanos, again.nanos);
        fuel = Math.max(fuel, again.fuel);
        // Threads that the first run starts, such as those of a pool, already exist in later runs.
        threads = again.threads;
        return true;
    }

    /** Compares a run under a mutant with the baseline. */
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

    /** Whether a plain run matches the baseline in everything that is stable. */
    boolean isLike(Ending plain) {
        return verdict(plain) == Verdict.SAME;
    }

    Ran.Outcome outcome() {
        return first.outcome;
    }

    String exception() {
        return first.exception();
    }

    /** The message fingerprint; 0 for a test that passes, as is {@link #trace}. */
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

    /** The number of threads that a run leaves behind. */
    int threads() {
        return threads;
    }

    /** The number of exits that a run requests. */
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
