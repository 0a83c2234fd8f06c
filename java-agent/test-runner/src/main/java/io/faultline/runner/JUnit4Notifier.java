package io.faultline.runner;

import java.util.HashMap;
import java.util.Map;
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
    private final JUnit4Names names;

    /** The results so far of the running tests. */
    private final Map<Description, Ran> running = new HashMap<>();

    public JUnit4Notifier(Listener listener, JUnit4Names names) {
        this.listener = listener;
        this.names = names;
    }

    @Override
    public void fireTestStarted(Description description) {
        super.fireTestStarted(description);
        running.put(description, Ran.PASSED);
        listener.started(names.ofNext(description));
    }

    @Override
    public void fireTestFailure(Failure failure) {
        Ran failed = Ran.failed(failure.getException());
        if (!heard(failure.getDescription(), failed)) {
            listener.failed(names.of(failure.getDescription()), failed);
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
        listener.ended(names.of(description), ran == null ? Ran.PASSED : ran);
        if (listener.isOver()) {
            pleaseStop();
        }
    }
}
