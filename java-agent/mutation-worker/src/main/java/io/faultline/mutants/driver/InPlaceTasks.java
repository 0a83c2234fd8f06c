package io.faultline.mutants.driver;

import org.junit.platform.engine.TestDescriptor;

/**
 * Handles the tasks of one pass of the JUnit Platform. A wanted test's task is rerun in place as often as requested,
 * with its ancestors set up by the pass. Tasks of unwanted tests and containers are skipped.
 */
final class InPlaceTasks implements Hook.Leader {
    private final Tests tests;
    private final TaskParts parts = new TaskParts();

    /** Set while a test runs in place: it may run tasks of its own. */
    private boolean running;

    InPlaceTasks(Tests tests) {
        this.tests = tests;
    }

    @Override
    public Object take(Object task, Object[] none) {
        return deals(task) ? task : null;
    }

    private boolean deals(Object task) {
        if (running || !parts.know(task)) {
            return false;
        }
        TestDescriptor descriptor = parts.descriptor(task);
        String id = descriptor.getUniqueId().toString();
        if (descriptor.isTest() && tests.wants(id)) {
            repeat(task, descriptor, id);
            return true;
        }
        return !tests.wants(id) && !tests.wantsBelow(id);
    }

    private void repeat(Object task, TestDescriptor descriptor, String id) {
        ResultListener listener = new ResultListener(descriptor);
        TaskParts.Again again = parts.again(task, listener);
        running = true;
        try {
            tests.runs(id).of(() -> {
                listener.forget();
                again.run();
                return listener.ran();
            });
        } finally {
            running = false;
        }
    }
}
