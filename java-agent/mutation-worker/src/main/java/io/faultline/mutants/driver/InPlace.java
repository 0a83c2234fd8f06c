package io.faultline.mutants.driver;

import io.faultline.runner.Driver;
import java.util.ArrayList;

/** A test framework whose tests are run again in place. */
public interface InPlace {
    /**
     * Goes over a class once, or as often as it takes to meet all wanted tests.
     *
     * @param testClass what to give to the framework; null where the tests have none
     */
    void run(Class<?> testClass, Tests tests) throws Exception;

    /** What else would be done. */
    interface Pass {
        void run() throws Exception;
    }

    /** Runs each test that is left, as often as is asked for, by its framework, which runs nothing else. */
    static void runLeft(Driver driver, Class<?> testClass, Tests tests) {
        for (String id : new ArrayList<>(tests.left())) {
            tests.runs(id).of(Heard.by(driver, testClass, id));
        }
    }
}
