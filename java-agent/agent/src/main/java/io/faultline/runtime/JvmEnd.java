package io.faultline.runtime;

import java.util.Map;

/**
 * How the JVM comes to its end while tests are open, read from the stacks of its threads.
 *
 * <p>A test that calls {@code System.exit} or {@code Runtime.halt}, itself or in a thread that it waits for,
 * has failed: its build tool says so, too. A test that was merely running when a signal came, when a build
 * tool gave up on it, or when the last thread of the program ended, says nothing about the code: it is
 * aborted.
 */
final class JvmEnd {
    private static final String EXIT = "java.lang.Runtime.exit";
    private static final String HALT = "java.lang.Runtime.halt";

    /** A signal, or the last thread that was no daemon ended. */
    private static final String OTHERWISE = "java.lang.Shutdown";

    /** Who ends JVMs from outside of tests, by the class that calls the JDK. */
    private static final String[] BUILD_TOOLS = {
        "org.apache.maven.", "org.gradle.", "worker.org.gradle.", "org.apache.tools.ant.", "com.intellij.",
        "org.eclipse.", "org.junit.platform.console.", "org.junit.runner.JUnitCore", "org.testng.TestNG",
    };

    /** What ended the JVM. */
    final String how;

    /** The thread that did; null when it was no thread of the application. */
    private final Thread caller;

    private JvmEnd(String how, Thread caller) {
        this.how = how;
        this.caller = caller;
    }

    /** Reads how this JVM is ending. To be called while it is. */
    static JvmEnd now() {
        JvmEnd own = of(Thread.currentThread(), stack(Thread.currentThread()));
        if (own != null) {
            return own;
        }
        try {
            for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
                JvmEnd end = of(thread.getKey(), thread.getValue());
                if (end != null) {
                    return end;
                }
            }
        } catch (RuntimeException refused) {
            // A security manager of the application.
        }
        return new JvmEnd(OTHERWISE, null);
    }

    /** Is this thread ending the JVM? */
    static JvmEnd of(Thread thread, StackTraceElement[] stack) {
        for (int at = stack.length - 1; at >= 0; at--) {
            String method = stack[at].getClassName() + "." + stack[at].getMethodName();
            if (method.equals(EXIT) || method.equals(HALT)) {
                return new JvmEnd(method, isBuildTool(stack, at) ? null : thread);
            }
        }
        return null;
    }

    /** The class that called the JDK, past {@code System.exit}. */
    private static boolean isBuildTool(StackTraceElement[] stack, int at) {
        int caller = at + 1;
        while (caller < stack.length && stack[caller].getClassName().startsWith("java.")) {
            caller++;
        }
        String name = caller < stack.length ? stack[caller].getClassName() : "";
        for (String prefix : BUILD_TOOLS) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * How a test ended that was open.
     *
     * @param only no other test is open
     */
    Outcome outcomeOf(Thread test, boolean only) {
        return caller != null && (caller == test || only) ? Outcome.FAILED : Outcome.ABORTED;
    }

    /** Where a test stood; where the JVM was ended, for a test that waited for the thread that did. */
    Failure failureOf(Thread test, boolean only) {
        return Failure.ofEnd(how, stack(caller != null && only ? caller : test));
    }

    private static StackTraceElement[] stack(Thread thread) {
        try {
            return thread.getStackTrace();
        } catch (RuntimeException refused) {
            return new StackTraceElement[0];
        }
    }
}
