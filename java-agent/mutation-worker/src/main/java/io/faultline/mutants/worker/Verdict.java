package io.faultline.mutants.worker;

/** How a mutant changes a test's outcome. Files contain the ordinal: append new constants only. */
enum Verdict {
    SAME,
    /** A test that failed or aborted passes. */
    PASSES,
    /** A test that passed or aborted fails. */
    FAILS,
    TYPE,
    MESSAGE,
    TRACE,
    /** The test aborts or is skipped. */
    ABORTS
}
