package io.faultline.runner;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Reports results of JUnit Platform tests. In a selection of methods, a test factory and all its dynamic tests count as
 * one test.
 */
final class PlatformHearing implements TestExecutionListener {
    private static final Pattern METHOD = Pattern.compile("\\[(method|test-template|test-factory):([^(\\]]+)");

    private final Selection selection;
    private final Listener listener;

    /** The recording agent's id of a unique id. */
    private final UnaryOperator<String> ids;

    /** The unique id of the running test factory; null if none is running. */
    private String factory;

    private Ran inFactory;

    PlatformHearing(Selection selection, Listener listener, UnaryOperator<String> ids) {
        this.selection = selection;
        this.listener = listener;
        this.ids = ids;
    }

    @Override
    public void executionStarted(TestIdentifier identifier) {
        String name = factory == null ? name(identifier) : null;
        if (name == null) {
            return;
        }
        if (isFactory(identifier)) {
            factory = identifier.getUniqueId();
            inFactory = Ran.PASSED;
        }
        if (listener.isOver()) {
            // The platform cannot stop a pass.
            listener.leave();
        }
        listener.started(name);
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Ran ran = PlatformResults.ran(result);
        if (factory != null) {
            inFactory = inFactory == Ran.PASSED && ran.thrown != null ? Ran.failed(ran.thrown) : inFactory;
            if (!identifier.getUniqueId().equals(factory)) {
                return;
            }
            factory = null;
            ran = inFactory;
        }
        String name = name(identifier);
        if (name != null) {
            listener.ended(name, ran);
        } else if (ran != Ran.PASSED && mayHold(identifier)) {
            listener.failed(identifier.getUniqueId(), ran);
        }
    }

    /** The name of a test in the selection; null if it is not selected. */
    private String name(TestIdentifier identifier) {
        String id = ids.apply(identifier.getUniqueId());
        if (!selection.isOfMethods()) {
            return selection.names().contains(id) ? id : null;
        }
        Matcher method = METHOD.matcher(id);
        return method.find() && (identifier.isTest() || isFactory(identifier)) ? method.group(2) : null;
    }

    private boolean isFactory(TestIdentifier identifier) {
        return selection.isOfMethods() && identifier.getUniqueId().contains("[test-factory:");
    }

    private boolean mayHold(TestIdentifier identifier) {
        return selection.isOfMethods()
                || selection.names().stream().anyMatch(id -> id.startsWith(identifier.getUniqueId()));
    }
}
