package io.faultline.mutants.boot;

/**
 * How often code may still jump backwards before its run is over: what ends endless loops, at the same place each time.
 *
 * <p>Units: backward jumps of woven classes, of all threads together. Threads: a race may lose a few counts.
 */
public final class Fuel {
    private static long left = Long.MAX_VALUE;

    private Fuel() {}

    /** Thrown at a backward jump when no fuel is left, and again at each one after it. Has no stack trace. */
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

    /** From now on {@code jumps} backward jumps may be made. */
    public static void set(long jumps) {
        left = jumps;
    }

    /** From now on as many jumps as one likes. */
    public static void refill() {
        left = Long.MAX_VALUE;
    }

    /** How many backward jumps may still be made; negative when the fuel is spent. */
    public static long left() {
        return left;
    }

    /** Whether a jump was refused since the fuel was set. */
    public static boolean spent() {
        return left < 0;
    }
}
