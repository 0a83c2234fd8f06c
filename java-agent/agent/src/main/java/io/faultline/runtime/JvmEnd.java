package io.faultline.runtime;

import java.util.Map;

/**
 * How the JVM ended while tests were open, from the stacks of its threads.
 *
 * <p>A test that calls {@code System.exit} or {@code Runtime.halt}, directly or in a thread that it waits for, has
 * failed; its build tool reports that too. A test that was running when a signal arrived, a build tool gave up on it,
 * or the last thread of the program ended, says nothing about the code: it is aborted.
 */
final class JvmEnd {
    private static final String EXIT = "java.lang.Runtime.exit";
    private static final String HALT = "java.lang.Runtime.halt";

    /** The end by a signal, or after the last non-daemon thread. */
    private static final String OTHERWISE = "java.lang.Shutdown";

    /** Classes of build tools that end JVMs. */
    private static final String[] BUILD_TOOLS = {
        "org.apache.maven.",
        "org.gradle.",
        "worker.org.gradle.",
        "org.apache.tools.ant.",
        "com.intellij.",
        "org.eclipse.",
        "org.junit.platform.console.",
        "org.junit.runner.JUnitCore",
        "org.testng.TestNG",
    };

    /** The method that ended the JVM. */
    final String how;

    /** The thread that ended the JVM; null if it was not a thread of the application. */
    private final Thread caller;

    private JvmEnd(String how, Thread caller) {
        this.how = how;
        this.caller = caller;
    }

    /** Reads how this JVM is ending. Must be called during shutdown. */
    static JvmEnd now() {
        JvmEnd own = of(Thread.currentThread(), stack(Thread.currentThread()));
        if (own != null) {
            return own;
        }
        try {
            for (Map.Entry<Thread, StackTraceElement[]> thread :
                    Thread.getAllStackTraces().entrySet()) {
                JvmEnd end = of(thread.getKey(), thread.getValue());
                if (end != null) {
                    return end;
                }
            }
        } catch (RuntimeException refused) {
            // Refused by a security manager of the application.
        }
        return new JvmEnd(OTHERWISE, null);
    }

    /** Returns the end of the JVM if this thread is causing it; otherwise null. */
    static JvmEnd of(Thread thread, StackTraceElement[] stack) {
        for (int at = stack.length - 1; at >= 0; at--) {
            String method = stack[at].getClassName() + "." + stack[at].getMethodName();
            if (method.equals(EXIT) || method.equals(HALT)) {
                return new JvmEnd(method, isBuildTool(stack, at) ? null : thread);
            }
        }
        return null;
    }

    /** Whether the class that called the JDK, apart from {@code System.exit}, is a build tool. */
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
     * Returns the outcome of an open test.
     *
     * @param only whether no other test is open
     */
    Outcome outcomeOf(Thread test, boolean only) {
        return caller != null && (caller == test || only) ? Outcome.FAILED : Outcome.ABORTED;
    }

    /** Returns where a test was; for a test that waited for the thread that ended the JVM, where that thread was. */
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
