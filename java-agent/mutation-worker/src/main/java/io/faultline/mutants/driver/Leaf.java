package io.faultline.mutants.driver;

import io.faultline.runner.Ran;

/** One test, ready to be run. */
public interface Leaf {
    /** Runs the test once, its own fixtures included. What it throws counts as the test's failure. */
    Ran run() throws Throwable;
}
