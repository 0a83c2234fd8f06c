package io.faultline.runtime;

import java.util.Map;

/**
 * Looks for tasks of the application that other threads still run after a test that gave up waiting for one.
 *
 * <p>A server's thread that waits for a request runs no task, or no code of the application in it. Errors: tasks of virtual
 * threads are not found. Cost: a stack of each thread; for rare tests.
 */
final class LeftTasks {
    /** What runs tasks, by class and method. */
    private static final String[][] RUNNERS = {
        {"java.util.concurrent.FutureTask", "run"},
        {"java.util.concurrent.FutureTask", "runAndReset"},
        {"java.util.concurrent.ForkJoinTask", "doExec"},
        {"java.util.concurrent.CompletableFuture$AsyncRun", "run"},
        {"java.util.concurrent.CompletableFuture$AsyncSupply", "run"},
    };

    private static final String[] OF_JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    private LeftTasks() {}

    /** Whether another thread runs a task of the application. */
    static boolean goOn() {
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey() != Thread.currentThread() && isInTask(thread.getValue())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a stack, the innermost frame first, has code of the application in a task. */
    static boolean isInTask(StackTraceElement[] stack) {
        boolean isOfApplication = false;
        for (StackTraceElement frame : stack) {
            if (isOfApplication && runsTasks(frame)) {
                return true;
            }
            isOfApplication |= !isOfJdk(frame.getClassName());
        }
        return false;
    }

    private static boolean runsTasks(StackTraceElement frame) {
        for (String[] runner : RUNNERS) {
            if (runner[0].equals(frame.getClassName()) && runner[1].equals(frame.getMethodName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfJdk(String className) {
        for (String prefix : OF_JDK) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
