package io.faultline.mutants.driver;

import io.faultline.runner.Only;
import io.faultline.runner.Ran;
import org.junit.runner.Request;
import org.junit.runner.Runner;

/**
 * One JUnit 4 test by a new runner of its class, which runs nothing else; where the runner cannot leave other rows of the same method
 * out, those run beside it and are not listened to.
 */
final class WholeRunner implements Leaf {
    private final Class<?> testClass;
    private final String id;

    WholeRunner(Class<?> testClass, String id) {
        this.testClass = testClass;
        this.id = id;
    }

    @Override
    public Ran run() {
        Only only = new Only(id, test -> id.equals(test.getDisplayName()));
        Runner runner = Request.aClass(testClass).filterWith(only).getRunner();
        if (only.shouldRun(runner.getDescription())) {
            return run(runner);
        }
        Runner whole = Request.aClass(testClass).getRunner();
        if (!JUnit4Driver.SCHEDULED || !only.shouldRun(whole.getDescription()) || !InPlaceRunners.leaveOut(whole, only)) {
            return Ran.SKIPPED;
        }
        return run(whole);
    }

    private Ran run(Runner runner) {
        Hearing hearing = new Hearing();
        return hearing.run(id, () -> runner.run(hearing));
    }
}
