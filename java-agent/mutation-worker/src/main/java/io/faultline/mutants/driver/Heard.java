package io.faultline.mutants.driver;

import io.faultline.runner.Driver;
import io.faultline.runner.Listener;
import io.faultline.runner.Ran;
import io.faultline.runner.Selection;
import java.util.Collections;

/** Captures the result of one test. */
final class Heard implements Listener {
    private String id = "";
    private Ran ran;
    private Ran beside;

    /**
     * Runs one test by its framework. Results of other tests, if the framework cannot avoid running them, are ignored.
     */
    static Leaf by(Driver driver, Class<?> testClass, String id) {
        Selection test = Selection.ofIds(testClass, Collections.singletonList(id));
        Heard heard = new Heard();
        return () -> heard.of(id, () -> driver.run(test, heard));
    }

    /** Runs a pass and returns the result of one test. */
    Ran of(String test, InPlace.Pass pass) throws Exception {
        id = test;
        ran = null;
        beside = null;
        pass.run();
        if (ran != null) {
            return ran;
        }
        // A class whose set-up fails reports that failure and nothing for its tests.
        return beside == null ? Ran.SKIPPED : beside;
    }

    @Override
    public void ended(String test, Ran how) {
        if (ran == null && test.equals(id)) {
            ran = how;
        }
    }

    @Override
    public void failed(String what, Ran how) {
        ended(what, how);
        beside = beside == null ? how : beside;
    }
}
