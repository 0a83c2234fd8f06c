package io.faultline.mutants.boot;

/**
 * Conditions of woven classes: each computes the result under the active mutant.
 *
 * <p>Codes of comparisons: 0 {@code ==}, 1 {@code !=}, 2 {@code <}, 3 {@code >=}, 4 {@code >}, 5 {@code <=}, 6 true, 7
 * false; each odd code negates the even one before it. Alternatives are all codes but the original's, in this order.
 */
public final class Comparisons {
    /** The number of alternatives of a comparison. */
    public static final int OTHERS = 7;

    /** The number of alternatives of any other condition: negation, true, false. */
    public static final int OUTCOMES = 3;

    private Comparisons() {}

    /** Alternative {@code index} of comparison {@code code}. */
    public static int other(int code, int index) {
        return index < code ? index : index + 1;
    }

    /** {@code left == right}. */
    public static boolean equal(int left, int right, int base) {
        return Site.isPlain(base) ? left == right : mutated(left, right, 0, base);
    }

    /** {@code left != right}. */
    public static boolean unequal(int left, int right, int base) {
        return Site.isPlain(base) ? left != right : mutated(left, right, 1, base);
    }

    /** {@code left < right}. */
    public static boolean less(int left, int right, int base) {
        return Site.isPlain(base) ? left < right : mutated(left, right, 2, base);
    }

    /** {@code left >= right}. */
    public static boolean notLess(int left, int right, int base) {
        return Site.isPlain(base) ? left >= right : mutated(left, right, 3, base);
    }

    /** {@code left > right}. */
    public static boolean greater(int left, int right, int base) {
        return Site.isPlain(base) ? left > right : mutated(left, right, 4, base);
    }

    /** {@code left <= right}. */
    public static boolean notGreater(int left, int right, int base) {
        return Site.isPlain(base) ? left <= right : mutated(left, right, 5, base);
    }

    private static boolean mutated(int left, int right, int code, int base) {
        int active = Site.active;
        boolean own = holds(left, right, code);
        if (active < 0) {
            for (int i = 0; i < OTHERS; i++) {
                Site.mark(base, i, holds(left, right, other(code, i)) != own);
            }
            return own;
        }
        int index = active - base;
        return index >= 0 && index < OTHERS ? holds(left, right, other(code, index)) : own;
    }

    /** Whether {@code value} is true. */
    public static boolean truth(boolean value, int base) {
        return Site.isPlain(base) ? value : outcome(value, Site.active, base);
    }

    /** Whether the references are equal, or, if {@code same} is false, differ. */
    public static boolean references(Object left, Object right, boolean same, int base) {
        return truth(left == right == same, base);
    }

    /** Whether {@code value} is null, or, if {@code isNull} is false, is not null. */
    public static boolean nullness(Object value, boolean isNull, int base) {
        return truth((value == null) == isNull, base);
    }

    private static boolean outcome(boolean value, int active, int base) {
        if (active < 0) {
            Site.mark(base, 0, true);
            Site.mark(base, 1, !value);
            Site.mark(base, 2, value);
            return value;
        }
        int index = active - base;
        return index == 0 ? !value : index == 1 || index != 2 && value;
    }

    private static boolean holds(int left, int right, int code) {
        switch (code) {
            case 0:
                return left == right;
            case 1:
                return left != right;
            case 2:
                return left < right;
            case 3:
                return left >= right;
            case 4:
                return left > right;
            case 5:
                return left <= right;
            default:
                return code == 6;
        }
    }
}
