package io.faultline.mutants.boot;

/** Stores and calls that a mutant can replace or skip; called by woven classes. */
public final class Actions {
    private Actions() {}

    /**
     * Which of {@code alternatives} replaces an action: 0 for none, otherwise its index plus one. Probing marks every
     * alternative as infecting, because it cannot know the effect of the action.
     */
    public static int replaced(int base, int alternatives) {
        int active = Site.active;
        int index = active - base;
        if (active < 0) {
            probe(base, alternatives);
            return 0;
        }
        return index >= 0 && index < alternatives ? index + 1 : 0;
    }

    private static void probe(int base, int alternatives) {
        for (int i = 0; i < alternatives; i++) {
            Site.mark(base, i, true);
        }
    }

    /** Whether the active mutant skips the action. */
    public static boolean leftOut(int base) {
        return !Site.isPlain(base) && isLeftOut(base);
    }

    private static boolean isLeftOut(int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, true);
        }
        return active == base;
    }

    /** The value to assign: {@code old} if the active mutant skips the assignment, otherwise {@code value}. */
    public static int stored(int value, int old, int base) {
        return Site.isPlain(base) ? value : chosen(value, old, base);
    }

    private static int chosen(int value, int old, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != old);
        }
        return active == base ? old : value;
    }

    /** As for ints. */
    public static long stored(long value, long old, int base) {
        return Site.isPlain(base) ? value : chosen(value, old, base);
    }

    private static long chosen(long value, long old, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != old);
        }
        return active == base ? old : value;
    }

    /** As for ints. */
    public static float stored(float value, float old, int base) {
        return Site.isPlain(base) ? value : chosen(value, old, base);
    }

    private static float chosen(float value, float old, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, Float.compare(value, old) != 0);
        }
        return active == base ? old : value;
    }

    /** As for ints. */
    public static double stored(double value, double old, int base) {
        return Site.isPlain(base) ? value : chosen(value, old, base);
    }

    private static double chosen(double value, double old, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, Double.compare(value, old) != 0);
        }
        return active == base ? old : value;
    }

    /** Whether the active mutant skips the assignment of {@code value} to a variable holding {@code old}. */
    public static boolean keeps(Object value, Object old, int base) {
        return !Site.isPlain(base) && isKept(value, old, base);
    }

    private static boolean isKept(Object value, Object old, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != old);
        }
        return active == base;
    }
}
