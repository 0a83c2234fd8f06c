package io.faultline.maven;

import java.util.Locale;

/** A bound on something that was measured. */
final class Rule {
    /** Which side of the bound is allowed. */
    enum Bound {
        MIN,
        MAX
    }

    /** The parameter that sets it. */
    final String parameter;

    private final Bound bound;
    private final double limit;
    private final String words;

    /** @param words what is measured, as in "the DDU of the suite" without the last three words */
    Rule(String parameter, Bound bound, double limit, String words) {
        this.parameter = parameter;
        this.bound = bound;
        this.limit = limit;
        this.words = words;
    }

    /** One sentence when the value breaks the rule, else null. Not a number breaks every rule. */
    String violation(String part, double value) {
        boolean kept = bound == Bound.MIN ? value >= limit : value <= limit;
        if (kept) {
            return null;
        }
        String side = bound == Bound.MIN ? "below the minimum" : "above the maximum";
        return "the " + words + " of " + part + " is " + number(value) + ", " + side + " " + number(limit) + " (" + parameter + ")";
    }

    /** Whole numbers as they are, others with four significant digits. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.valueOf((long) value);
        }
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
