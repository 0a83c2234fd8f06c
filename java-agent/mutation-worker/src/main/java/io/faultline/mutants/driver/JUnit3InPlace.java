package io.faultline.mutants.driver;

import io.faultline.runner.JUnit3Driver;
import io.faultline.runner.JUnit3Suites;
import io.faultline.runner.Listener;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** JUnit 3, by itself or inside JUnit 4: in place of each test that is met come its runs, each of another instance. */
public final class JUnit3InPlace implements InPlace {
    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        run(testClass, JUnit3Suites.of(testClass), tests);
    }

    /** Of what a class's {@code suite} gives; null where it has none. */
    static void run(Class<?> testClass, Test suite, Tests tests) {
        JUnit3Driver.over(suite == null ? new TestSuite(testClass) : suite, test -> {
            String id = idOf(test);
            if (tests.wants(id)) {
                Instances instances = new Instances(test);
                tests.runs(id).of(() -> JUnit3Driver.run(instances.next(), id, Listener.NONE));
            }
        });
    }

    /** As the recording agent's {@code JUnit3Events} makes it. */
    private static String idOf(TestCase test) {
        String className = test.getClass().getName();
        String method = test.getName();
        return method == null ? className : method + "(" + className + ")";
    }
}
