package io.faultline.runner;

/** The result of one run of a test, as its framework reports it. Plain data. */
public final class Ran {
    /** The test passed. */
    public static final Ran PASSED = new Ran(Outcome.PASSED, null);

    /** The framework skipped the test or reported nothing about it. */
    public static final Ran SKIPPED = new Ran(Outcome.SKIPPED, null);

    /** The possible outcomes of a test. */
    public enum Outcome {
        PASSED,
        FAILED,
        ABORTED,
        SKIPPED
    }

    public final Outcome outcome;

    /** The first exception that the test threw; null if it passed or the framework did not report the exception. */
    public final Throwable thrown;

    private Ran(Outcome outcome, Throwable thrown) {
        this.outcome = outcome;
        this.thrown = thrown;
    }

    public static Ran failed(Throwable thrown) {
        return new Ran(Outcome.FAILED, thrown);
    }

    /** The test gave up, for example because an assumption failed. */
    public static Ran aborted(Throwable thrown) {
        return new Ran(Outcome.ABORTED, thrown);
    }
}
