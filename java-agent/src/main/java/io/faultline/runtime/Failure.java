package io.faultline.runtime;

/**
 * What is kept of an exception: its class and where it was thrown. Never its message, which only the
 * application's own code could produce.
 */
public final class Failure {
    /** Deep recursion must not make deep rows. */
    static final int MAX_FRAMES = 256;

    private static final Failure UNKNOWN = new Failure(null, new String[0], new int[0]);

    /** Class of the exception; null when the framework handed none over. */
    public final String exception;

    /** Class, method, class, method ... from the throw site on. */
    public final String[] frames;

    /** Line of each frame, negative where unknown. */
    public final int[] lines;

    private Failure(String exception, String[] frames, int[] lines) {
        this.exception = exception;
        this.frames = frames;
        this.lines = lines;
    }

    /**
     * Reads an exception. Call it after the hits were captured: {@code getStackTrace} may be overridden
     * and is then code under test.
     *
     * <p>Cost: one stack trace.
     */
    public static Failure of(Throwable thrown) {
        if (thrown == null) {
            return UNKNOWN;
        }
        String exception = thrown.getClass().getName();
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
