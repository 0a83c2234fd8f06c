package io.faultline.mutants.boot;

/**
 * Single values in woven classes: constants, loads, negations, returned values, increments.
 *
 * <p>A <em>menu</em> encodes the alternatives of a site, four bits each from the lowest, terminated by 0. Codes: 1 one
 * more, 2 one less, 3 zero, 4 negated, 5 the negated boolean, 6 one, 7 two.
 */
public final class Values {
    public static final int ONE_MORE = 1;
    public static final int ONE_LESS = 2;
    public static final int ZERO = 3;
    public static final int NEGATIVE = 4;
    public static final int OPPOSITE = 5;
    public static final int ONE = 6;
    public static final int TWO = 7;

    private static final int LAST = 7;

    private Values() {}

    /** The menu's code at {@code index}; 0 past the end. */
    private static int choice(int menu, int index) {
        return index < 0 || index > LAST ? 0 : menu >>> 4 * index & 15;
    }

    /** Returns an int, or any value represented as one on the stack. */
    public static int ints(int value, int menu, int base) {
        return Site.isPlain(base) ? value : mutated(value, menu, base);
    }

    private static int mutated(int value, int menu, int base) {
        int active = Site.active;
        if (active < 0) {
            for (int i = 0; choice(menu, i) != 0; i++) {
                Site.mark(base, i, changed(value, choice(menu, i)) != value);
            }
            return value;
        }
        return changed(value, choice(menu, active - base));
    }

    /** Applies alternative {@code choice} to the value. */
    public static int changed(int value, int choice) {
        switch (choice) {
            case ONE_MORE:
                return value + 1;
            case ONE_LESS:
                return value - 1;
            case ZERO:
                return 0;
            case NEGATIVE:
                return -value;
            case OPPOSITE:
                return value == 0 ? 1 : 0;
            case ONE:
                return 1;
            case TWO:
                return 2;
            default:
                return value;
        }
    }

    /** Returns a long. */
    public static long longs(long value, int menu, int base) {
        return Site.isPlain(base) ? value : mutated(value, menu, base);
    }

    private static long mutated(long value, int menu, int base) {
        int active = Site.active;
        if (active < 0) {
            for (int i = 0; choice(menu, i) != 0; i++) {
                Site.mark(base, i, changed(value, choice(menu, i)) != value);
            }
            return value;
        }
        return changed(value, choice(menu, active - base));
    }

    /** Applies alternative {@code choice} to the value. */
    public static long changed(long value, int choice) {
        switch (choice) {
            case ONE_MORE:
                return value + 1;
            case ONE_LESS:
                return value - 1;
            case ZERO:
                return 0;
            case NEGATIVE:
                return -value;
            case ONE:
                return 1;
            case TWO:
                return 2;
            default:
                return value;
        }
    }

    /** Returns a float. */
    public static float floats(float value, int menu, int base) {
        return Site.isPlain(base) ? value : mutated(value, menu, base);
    }

    private static float mutated(float value, int menu, int base) {
        int active = Site.active;
        if (active < 0) {
            for (int i = 0; choice(menu, i) != 0; i++) {
                Site.mark(base, i, Float.compare(changed(value, choice(menu, i)), value) != 0);
            }
            return value;
        }
        return changed(value, choice(menu, active - base));
    }

    /** Applies alternative {@code choice} to the value. */
    public static float changed(float value, int choice) {
        switch (choice) {
            case ONE_MORE:
                return value + 1;
            case ONE_LESS:
                return value - 1;
            case ZERO:
                return 0;
            case NEGATIVE:
                return -value;
            case ONE:
                return 1;
            case TWO:
                return 2;
            default:
                return value;
        }
    }

    /** Returns a double. */
    public static double doubles(double value, int menu, int base) {
        return Site.isPlain(base) ? value : mutated(value, menu, base);
    }

    private static double mutated(double value, int menu, int base) {
        int active = Site.active;
        if (active < 0) {
            for (int i = 0; choice(menu, i) != 0; i++) {
                Site.mark(base, i, Double.compare(changed(value, choice(menu, i)), value) != 0);
            }
            return value;
        }
        return changed(value, choice(menu, active - base));
    }

    /** Applies alternative {@code choice} to the value. */
    public static double changed(double value, int choice) {
        switch (choice) {
            case ONE_MORE:
                return value + 1;
            case ONE_LESS:
                return value - 1;
            case ZERO:
                return 0;
            case NEGATIVE:
                return -value;
            case ONE:
                return 1;
            case TWO:
                return 2;
            default:
                return value;
        }
    }

    /** Returns the string, or an empty one. */
    public static String text(String value, int base) {
        return Site.isPlain(base) ? value : emptied(value, base);
    }

    private static String emptied(String value, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value == null || !value.isEmpty());
        }
        return active == base ? "" : value;
    }

    /** The returned string, null or an empty one. */
    public static String returned(String value, int base) {
        return Site.isPlain(base) ? value : replaced(value, base);
    }

    private static String replaced(String value, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != null);
            Site.mark(base, 1, value == null || !value.isEmpty());
        }
        return active == base ? null : active == base + 1 ? "" : value;
    }

    /** Whether null replaces {@code value}. */
    public static boolean nulled(Object value, int base) {
        return !Site.isPlain(base) && isNulled(value, base);
    }

    private static boolean isNulled(Object value, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != null);
        }
        return active == base;
    }

    /** The result of {@code value += step}. Mutants negate the step, skip it or double it. */
    public static int increments(int value, int step, int base) {
        return Site.isPlain(base) ? value + step : incremented(value, step, base);
    }

    private static int incremented(int value, int step, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, step != 0 && step != Integer.MIN_VALUE);
            Site.mark(base, 1, step != 0);
            Site.mark(base, 2, step != 0);
        }
        int index = active - base;
        switch (index) {
            case 0:
                return value - step;
            case 1:
                return value;
            case 2:
                return value + 2 * step;
            default:
                return value + step;
        }
    }

    /** The operand of a switch. Mutants: {@code other}, which selects the default, and {@code first}, a case. */
    public static int selects(int value, int other, int first, int base) {
        return Site.isPlain(base) ? value : selected(value, other, first, base);
    }

    private static int selected(int value, int other, int first, int base) {
        int active = Site.active;
        if (active < 0) {
            Site.mark(base, 0, value != other);
            Site.mark(base, 1, value != first);
        }
        return active == base ? other : active == base + 1 ? first : value;
    }
}
