package io.faultline.mutants.worker;

/** What a mutant does to a test's outcome. The ordinal is that of files: add at the end only. */
enum Verdict {
    SAME,
    /** A test that failed or gave up passes. */
    PASSES,
    /** A test that passed or gave up fails. */
    FAILS,
    TYPE,
    MESSAGE,
    TRACE,
    /** The test gives up, or is left out. */
    ABORTS
}
