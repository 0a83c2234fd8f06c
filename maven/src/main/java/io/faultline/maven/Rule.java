package io.faultline.maven;

import java.math.BigDecimal;
import java.math.MathContext;

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

    /** Four significant digits at most. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "not a number";
        }
        return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
    }
}
