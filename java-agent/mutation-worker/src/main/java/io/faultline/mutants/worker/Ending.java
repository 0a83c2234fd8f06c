package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Exited;
import io.faultline.mutants.boot.Fuel;
import io.faultline.runner.Ran;

/** How one run ended, and what it took. Plain data. */
final class Ending {
    /** Causes may form a ring. */
    private static final int MAX_CAUSES = 16;

    final Ran.Outcome outcome;
    final Throwable thrown;

    /** What ended the run, if it did not end by itself. */
    final Reason reason;

    final long nanos;

    /** Backward jumps made. */
    final long fuel;

    /** How often it asked the JVM to exit. */
    final int exits;

    /** How many threads it left behind. */
    final int threads;

    Ending(Ran ran, Reason reason, long nanos, long fuel, int exits, int threads) {
        // What was cut off has failed, whatever was made of the error.
        this.outcome = reason == Reason.NONE ? ran.outcome : Ran.Outcome.FAILED;
        this.thrown = ran.thrown;
        this.reason = reason;
        this.nanos = nanos;
        this.fuel = fuel;
        this.exits = exits;
        this.threads = threads;
    }

    /** The class of what was thrown; empty for nothing. */
    String exception() {
        return outcome == Ran.Outcome.PASSED || thrown == null ? "" : thrown.getClass().getName();
    }

    /** By the type of what was thrown, or of what caused that. */
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
            // An overridden getCause: what is known so far is all.
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
