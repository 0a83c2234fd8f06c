package org.example;

/** Prices in cents. */
public final class Price {
    private Price() {}

    public static int withTax(int cents) {
        return cents + rounded(cents * 19, 100);
    }

    public static int rebate(int cents) {
        int off = rounded(cents, 10);
        return cents - off;
    }

    private static int rounded(int cents, int by) {
        return (cents + by / 2) / by;
    }
}
