package io.faultline.mutants.driver;

import io.faultline.runner.Ran;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;

/**
 * Hears how one JUnit 4 test ends: a notifier, because listeners of one are dropped when they throw. What runners add to it hears as
 * usual, and may still fail a test that finishes: Mockito's runner takes back then what it opened before the test.
 */
final class Hearing extends RunNotifier {
    private String id = "";
    private Ran ran;
    private Throwable elsewhere;

    /** Runs something, and says what it reported of one test. */
    Ran run(String test, Runnable something) {
        id = test;
        ran = null;
        elsewhere = null;
        something.run();
        if (ran != null) {
            return ran;
        }
        // A class that could not be set up reports that for itself, and nothing for its tests.
        return elsewhere == null ? Ran.SKIPPED : Ran.failed(elsewhere);
    }

    @Override
    public void fireTestFailure(Failure failure) {
        if (!isIt(failure.getDescription())) {
            elsewhere = elsewhere == null ? failure.getException() : elsewhere;
        } else if (ran == null) {
            ran = Ran.failed(failure.getException());
        }
        super.fireTestFailure(failure);
    }

    @Override
    public void fireTestAssumptionFailed(Failure failure) {
        if (ran == null && isIt(failure.getDescription())) {
            ran = Ran.aborted(failure.getException());
        }
        super.fireTestAssumptionFailed(failure);
    }

    @Override
    public void fireTestFinished(Description description) {
        super.fireTestFinished(description);
        if (ran == null && isIt(description)) {
            ran = Ran.PASSED;
        }
    }

    private boolean isIt(Description description) {
        return id.equals(description.getDisplayName());
    }
}
