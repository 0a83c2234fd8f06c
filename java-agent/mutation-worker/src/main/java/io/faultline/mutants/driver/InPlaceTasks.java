package io.faultline.mutants.driver;

import org.junit.platform.engine.TestDescriptor;

/**
 * The tasks of one pass of the platform: a wanted test's is run again in place as often as is asked for, with everything above it
 * as the pass has set it up; those of tests and containers that nobody asked for are left out.
 */
final class InPlaceTasks implements Hook.Leader {
    private final Tests tests;
    private final TaskParts parts = new TaskParts();

    /** A test that is running in place may run tasks of its own. */
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
