package io.faultline.runtime;

/**
 * What is kept of an exception: its class and where it was thrown. Never its message, which only the
 * application's own code could produce.
 */
public final class Failure {
    /** Deep recursion must not make deep rows. */
    static final int MAX_FRAMES = 256;

    /** Causes may form a ring. */
    private static final int MAX_CAUSES = 64;

    private static final Failure UNKNOWN = new Failure(null, new String[0], new int[0]);

    /** Class of the exception; null when the framework handed none over. */
    public final String exception;

    /** Class, method, class, method ... from the throw site on. */
    public final String[] frames;

    /** Line of each frame, negative where unknown. */
    public final int[] lines;

    /** What was thrown first, where that is another exception or another place; null elsewhere. */
    public final Failure first;

    /** The class by whose failed initialisation it was thrown; null for none. */
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
     * Reads an exception. Call it after the hits were captured: {@code getStackTrace} may be overridden
     * and is then code under test.
     *
     * <p>Cost: one stack trace; two of an exception that wraps another.
     */
    public static Failure of(Throwable thrown) {
        return thrown == null ? UNKNOWN : of(thrown, FailedInitialisers.of(thrown));
    }

    /** As above, of which that is known. */
    static Failure of(Throwable thrown, FailedInitialisers.Failed initialiser) {
        Throwable root = root(thrown);
        Failure reported = traceOf(thrown);
        Failure first = root == thrown ? reported : traceOf(root);
        first = first.at(Throws.siteOf(root));
        Failure inside = first == reported ? null : first;
        return new Failure(reported.exception, reported.frames, reported.lines, inside, initialiser);
    }

    /**
     * How a test stood when the JVM ended.
     *
     * @param how the method of the JDK that ended it, in place of an exception
     * @param trace the test's thread, innermost frame first
     */
    static Failure ofEnd(String how, StackTraceElement[] trace) {
        return of(how, trace);
    }

    /** The innermost cause. */
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
            // An overridden getCause: what was read so far is true.
        }
        return root;
    }

    /** The same exception, thrown there; itself when its trace says so already. */
    private Failure at(String[] site) {
        if (site == null) {
            return this;
        }
        int line = Integer.parseInt(site[2]);
        if (lines.length > 0 && site[0].equals(frames[0]) && site[1].equals(frames[1]) && line == lines[0]) {
            return this;
        }
        // Its own trace is of another place: frames of that below this site would be a stack that never was.
        return new Failure(exception, new String[] {site[0], site[1]}, new int[] {line});
    }

    private static Failure traceOf(Throwable thrown) {
        StackTraceElement[] trace;
        try {
            trace = thrown.getStackTrace();
            // An overridden method may hand out an array that the application goes on using.
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
