package io.faultline.mutants.driver;

import io.faultline.runner.Driver;
import java.util.ArrayList;

/** A test framework whose tests can be rerun in place. */
public interface InPlace {
    /**
     * Runs a class once, or as often as needed to visit all wanted tests.
     *
     * @param testClass the class to pass to the framework; null for tests outside any class
     */
    void run(Class<?> testClass, Tests tests) throws Exception;

    /** A pass of a framework. */
    interface Pass {
        void run() throws Exception;
    }

    /** Runs each test that is still wanted by its framework, in separate passes. */
    static void runWanted(Driver driver, Class<?> testClass, Tests tests) {
        for (String id : new ArrayList<>(tests.left())) {
            if (tests.wants(id)) {
                tests.runs(id).of(Heard.by(driver, testClass, id));
            }
        }
    }

    /** Runs each remaining test by its framework in separate passes, as often as requested. */
    static void runLeft(Driver driver, Class<?> testClass, Tests tests) {
        for (String id : new ArrayList<>(tests.left())) {
            tests.runs(id).of(Heard.by(driver, testClass, id));
        }
    }
}
