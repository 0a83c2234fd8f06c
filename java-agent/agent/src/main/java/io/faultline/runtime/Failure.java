package io.faultline.runtime;

/** The recorded parts of an exception: its class and throw site. Never its message, which may run application code. */
public final class Failure {
    /** Limits rows after deep recursion. */
    static final int MAX_FRAMES = 256;

    /** Causes may form a cycle. */
    private static final int MAX_CAUSES = 64;

    private static final Failure UNKNOWN = new Failure(null, new String[0], new int[0]);

    /** Class of the exception; null if the framework provided none. */
    public final String exception;

    /** Class, method, class, method ... from the throw site on. */
    public final String[] frames;

    /** Line of each frame, negative if unknown. */
    public final int[] lines;

    /** The original exception, if it is another one or was thrown elsewhere; otherwise null. */
    public final Failure first;

    /** The class whose failed initialisation caused it; null if there is none. */
    public final FailedInitialisers.Failed initialiser;

    private Failure(String exception, String[] frames, int[] lines) {
        this(exception, frames, lines, null, null);
    }

    private Failure(
            String exception, String[] frames, int[] lines, Failure first, FailedInitialisers.Failed initialiser) {
        this.exception = exception;
        this.frames = frames;
        this.lines = lines;
        this.first = first;
        this.initialiser = initialiser;
    }

    /**
     * Reads an exception. Must be called after the hits were captured, because an overridden {@code getStackTrace} is
     * code under test.
     *
     * <p>Cost: one stack trace; two for an exception that wraps another.
     */
    public static Failure of(Throwable thrown) {
        return thrown == null ? UNKNOWN : of(thrown, FailedInitialisers.of(thrown));
    }

    /** Like above, with the class whose initialisation failed. */
    static Failure of(Throwable thrown, FailedInitialisers.Failed initialiser) {
        Throwable root = root(thrown);
        Failure reported = traceOf(thrown);
        Failure first = root == thrown ? reported : traceOf(root);
        first = first.at(Throws.siteOf(root));
        Failure inside = first == reported ? null : first;
        return new Failure(reported.exception, reported.frames, reported.lines, inside, initialiser);
    }

    /**
     * Describes a test interrupted by the end of the JVM.
     *
     * @param how the JDK method that ended the JVM, in place of an exception
     * @param trace the test's thread, innermost frame first
     */
    static Failure ofEnd(String how, StackTraceElement[] trace) {
        return of(how, trace);
    }

    /** Returns the innermost cause. */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        try {
            for (int depth = 0; depth < MAX_CAUSES; depth++) {
                Throwable cause = root.getCause();
                if (cause == null || cause == root || cause == thrown) {
                    return root;
                }
                root = cause;
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable broken) {
            // An overridden getCause threw: keep what was read so far.
        }
        return root;
    }

    /** Returns the same exception with this throw site, or this if its trace already has it. */
    private Failure at(String[] site) {
        if (site == null) {
            return this;
        }
        int line = Integer.parseInt(site[2]);
        if (lines.length > 0 && site[0].equals(frames[0]) && site[1].equals(frames[1]) && line == lines[0]) {
            return this;
        }
        // The trace belongs to another place, so only the site is kept.
        return new Failure(exception, new String[] {site[0], site[1]}, new int[] {line});
    }

    private static Failure traceOf(Throwable thrown) {
        StackTraceElement[] trace;
        try {
            trace = thrown.getStackTrace();
            // An overridden method may return an array that the application modifies later.
            trace = trace == null ? null : trace.clone();
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable broken) {
            trace = null;
        }
        return of(thrown.getClass().getName(), trace);
    }

    private static Failure of(String exception, StackTraceElement[] trace) {
        if (trace == null) {
            return new Failure(exception, new String[0], new int[0]);
        }
        int count = 0;
        for (int i = 0; i < trace.length && count < MAX_FRAMES; i++) {
            if (trace[i] != null && !own(trace[i])) {
                trace[count++] = trace[i];
            }
        }
        String[] frames = new String[2 * count];
        int[] lines = new int[count];
        for (int i = 0; i < count; i++) {
            frames[2 * i] = trace[i].getClassName();
            frames[2 * i + 1] = trace[i].getMethodName();
            lines[i] = trace[i].getLineNumber();
        }
        return new Failure(exception, frames, lines);
    }

    private static boolean own(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("io.faultline.runtime.")
                || name.startsWith("io.faultline.listeners.")
                || name.startsWith("io.faultline.bridge.")
                || name.startsWith("java.lang.$Faultline");
    }
}
