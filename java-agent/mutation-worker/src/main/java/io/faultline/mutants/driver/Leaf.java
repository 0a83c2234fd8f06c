package io.faultline.mutants.driver;

import io.faultline.runner.Ran;

/** A test that is ready to run. */
public interface Leaf {
    /** Runs the test once, including its own fixtures. An exception counts as the test's failure. */
    Ran run() throws Throwable;
}
