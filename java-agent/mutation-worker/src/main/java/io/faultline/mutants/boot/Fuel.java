package io.faultline.mutants.boot;

/**
 * A budget of backward jumps. Ends infinite loops deterministically, at the same jump each time.
 *
 * <p>Units: backward jumps of woven classes, summed over all threads. Threads: races may lose a few counts.
 */
public final class Fuel {
    private static long left = Long.MAX_VALUE;

    private Fuel() {}

    /** Thrown at each backward jump once the fuel is spent. Has no stack trace. */
    public static final class Spent extends Error {
        private static final long serialVersionUID = 1L;

        Spent() {
            super("the fuel is spent", null, false, false);
        }
    }

    /** Called by woven code before each backward jump. Errors: {@link Spent}. */
    public static void burn() {
        if (--left < 0) {
            throw new Spent();
        }
    }

    /** Allows {@code jumps} more backward jumps. */
    public static void set(long jumps) {
        left = jumps;
    }

    /** Allows practically unlimited jumps. */
    public static void refill() {
        left = Long.MAX_VALUE;
    }

    /** The number of backward jumps left; negative if the fuel is spent. */
    public static long left() {
        return left;
    }

    /** Whether the fuel has run out since it was set. */
    public static boolean spent() {
        return left < 0;
    }
}
