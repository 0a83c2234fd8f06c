package io.faultline.runner;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;

/**
 * Reports results of JUnit 4 tests. A notifier rather than a listener, because JUnit removes listeners that throw.
 * Listeners that runners add are notified as usual and may still fail a test when it finishes; Mockito's runner then
 * releases what it opened before the test.
 */
public final class JUnit4Notifier extends RunNotifier {
    private final Listener listener;
    private final Function<Description, String> name;

    /** The results so far of the running tests. */
    private final Map<Description, Ran> running = new HashMap<>();

    /** @param name gives the name under which a test is reported */
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

    /** Records a result unless the test already has one. Returns whether the test is running. */
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
