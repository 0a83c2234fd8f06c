package io.faultline.mutants.boot;

/** What woven classes do or leave out: stores and calls. */
public final class Actions {
    private Actions() {}

    /**
     * Which of {@code alternatives} is to take the place of an action: 0 none, else one more than its index. Probing takes each
     * for an infection, as it cannot know what the action would do.
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

    /** Whether an action is to be left out. */
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

    /** What a variable gets: its {@code old} value when the assignment is to be left out. */
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

    /** Likewise. */
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

    /** Likewise. */
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

    /** Likewise. */
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

    /** Whether an assignment of {@code value} to a variable that has {@code old} is to be left out. */
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
