package org.example;

public final class Price {
    private Price() {}

    /** The fault: the rate is per cent of the base, and is taken off. */
    public static int with(int base, int rate) {
        int part = base * rate / 100; // covered by: addsTheRate, isAboveNothing, roundsDown
        return base - part; // covered by: addsTheRate, isAboveNothing, roundsDown
    }

    public static int rounded(int price, int step) {
        int rest = price % step; // covered by: roundsDown
        return price - rest; // covered by: roundsDown
    }
}
