package io.faultline.runtime;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Threads that work for a test while threads are not told apart, when it is not known who handed them a task.
 *
 * <p>Errors: in case of doubt a thread is none: its tests are rows. Cost: a look at the thread's place; for a worker of the
 * common pool, a stack.
 */
final class Helpers {
    /** What a thread is in while it runs a task of such a pool, and not while it waits for one. */
    private static final String TASK = "java.util.concurrent.ForkJoinTask";

    private static final String RUNS = "doExec";

    private Helpers() {}

    /**
     * Whether the calling thread works for the only open test, which runs on another thread.
     *
     * @param thread the calling thread
     * @param ofTest the thread of the test
     */
    static boolean isOne(Thread thread, Thread ofTest) {
        return Scopes.here().isHelper() || isOfCommonPool(thread) && !isInTask(ofTest);
    }

    /** Workers of the common pool inherit nothing from the thread that made them. */
    private static boolean isOfCommonPool(Thread thread) {
        return thread instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool();
    }

    /** Whether a thread runs a task of such a pool: a program may run its tests so, as equals. */
    private static boolean isInTask(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals(TASK) && frame.getMethodName().equals(RUNS)) {
                return true;
            }
        }
        return false;
    }
}
