package io.faultline.mutants.driver;

import io.faultline.names.StableNames;
import io.faultline.runner.JUnit3Driver;
import io.faultline.runner.JUnit3Suites;
import io.faultline.runner.Listener;
import java.util.List;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** Reruns JUnit 3 tests in place, with JUnit 3 alone or inside JUnit 4. Each run has its own instance. */
public final class JUnit3InPlace implements InPlace {
    private final Suites suites;

    /** Takes classes whose {@code suite} methods may make tests of library classes. */
    public JUnit3InPlace(List<String> suites) {
        this.suites = new Suites(suites);
    }

    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        suites.each(testClass, tests, of -> run(of, JUnit3Suites.of(of), tests));
    }

    /** Runs {@code suite}, or all tests of the class if it is null. */
    static void run(Class<?> testClass, Test suite, Tests tests) {
        JUnit3Driver.over(suite == null ? new TestSuite(testClass) : suite, test -> {
            String id = idOf(test);
            if (tests.wants(id)) {
                Instances instances = new Instances(test);
                tests.runs(id).of(() -> JUnit3Driver.run(instances.next(), id, Listener.NONE));
            }
        });
    }

    /** The id that the recording agent's {@code JUnit3Events} gives the test. */
    private static String idOf(TestCase test) {
        String className = test.getClass().getName();
        String method = test.getName();
        return method == null ? className : StableNames.of(method) + "(" + className + ")";
    }
}
