package io.faultline.runner;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;

/**
 * Hears how JUnit 4's tests end: a notifier, because listeners of one are dropped when they throw. What runners add to it hears as
 * usual, and may still fail a test that finishes: Mockito's runner takes back then what it opened before the test.
 */
public final class JUnit4Notifier extends RunNotifier {
    private final Listener listener;
    private final Function<Description, String> name;

    /** How it looks for the tests that have started. */
    private final Map<Description, Ran> running = new HashMap<>();

    /** @param name what the listener calls a test */
    public JUnit4Notifier(Listener listener, Function<Description, String> name) {
        this.listener = listener;
        this.name = name;
    }

    @Override
    public void fireTestStarted(Description description) {
        super.fireTestStarted(description);
        running.put(description, Ran.PASSED);
        listener.started(name.apply(description));
    }

    @Override
    public void fireTestFailure(Failure failure) {
        Ran failed = Ran.failed(failure.getException());
        if (!heard(failure.getDescription(), failed)) {
            listener.failed(name.apply(failure.getDescription()), failed);
        }
        super.fireTestFailure(failure);
    }

    @Override
    public void fireTestAssumptionFailed(Failure failure) {
        heard(failure.getDescription(), Ran.aborted(failure.getException()));
        super.fireTestAssumptionFailed(failure);
    }

    /** Whether the test runs; what is heard of it first counts. */
    private boolean heard(Description test, Ran how) {
        return running.computeIfPresent(test, (same, ran) -> ran == Ran.PASSED ? how : ran) != null;
    }

    @Override
    public void fireTestFinished(Description description) {
        super.fireTestFinished(description);
        Ran ran = running.remove(description);
        listener.ended(name.apply(description), ran == null ? Ran.PASSED : ran);
        if (listener.isOver()) {
            pleaseStop();
        }
    }
}
