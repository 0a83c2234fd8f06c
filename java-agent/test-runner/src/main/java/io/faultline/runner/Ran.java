package io.faultline.runner;

/** How one run of a test ended, as its framework reports it. Plain data. */
public final class Ran {
    /** A test passed. */
    public static final Ran PASSED = new Ran(Outcome.PASSED, null);

    /** The framework left the test out, or reported nothing of it. */
    public static final Ran SKIPPED = new Ran(Outcome.SKIPPED, null);

    /** What a framework can say of a test. */
    public enum Outcome {
        PASSED,
        FAILED,
        ABORTED,
        SKIPPED
    }

    public final Outcome outcome;

    /** What the test threw first; null where it passed or the framework handed nothing over. */
    public final Throwable thrown;

    private Ran(Outcome outcome, Throwable thrown) {
        this.outcome = outcome;
        this.thrown = thrown;
    }

    public static Ran failed(Throwable thrown) {
        return new Ran(Outcome.FAILED, thrown);
    }

    /** An assumption did not hold, or the test gave up. */
    public static Ran aborted(Throwable thrown) {
        return new Ran(Outcome.ABORTED, thrown);
    }
}
