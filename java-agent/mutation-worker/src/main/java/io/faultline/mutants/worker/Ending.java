package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Exited;
import io.faultline.mutants.boot.Fuel;
import io.faultline.runner.Ran;

/** The result and cost of one run. Plain data. */
final class Ending {
    /** Limits the search, because causes may form a cycle. */
    private static final int MAX_CAUSES = 16;

    final Ran.Outcome outcome;
    final Throwable thrown;

    /** What cut the run off; {@code NONE} if it ended normally. */
    final Reason reason;

    final long nanos;

    /** Number of backward jumps. */
    final long fuel;

    /** Number of requested exits. */
    final int exits;

    /** Number of threads left behind. */
    final int threads;

    Ending(Ran ran, Reason reason, long nanos, long fuel, int exits, int threads) {
        // A run that was cut off counts as failed, even if the test swallowed the error.
        this.outcome = reason == Reason.NONE ? ran.outcome : Ran.Outcome.FAILED;
        this.thrown = ran.thrown;
        this.reason = reason;
        this.nanos = nanos;
        this.fuel = fuel;
        this.exits = exits;
        this.threads = threads;
    }

    /** Class name of the thrown exception; empty if none. */
    String exception() {
        return outcome == Ran.Outcome.PASSED || thrown == null
                ? ""
                : thrown.getClass().getName();
    }

    /** The reason according to the type of the exception or one of its causes. */
    static Reason reasonOf(Throwable thrown) {
        Throwable next = thrown;
        try {
            for (int depth = 0; next != null && depth < MAX_CAUSES; depth++) {
                Reason reason = byType(next);
                if (reason != Reason.NONE) {
                    return reason;
                }
                next = next.getCause();
            }
        } catch (Throwable broken) {
            // An overridden getCause threw: no more causes are known.
        }
        return Reason.NONE;
    }

    private static Reason byType(Throwable thrown) {
        if (thrown instanceof Fuel.Spent) {
            return Reason.FUEL;
        }
        if (thrown instanceof Exited) {
            return Reason.EXIT;
        }
        if (thrown instanceof OutOfMemoryError) {
            return Reason.MEMORY;
        }
        return thrown instanceof StackOverflowError ? Reason.STACK : Reason.NONE;
    }
}
