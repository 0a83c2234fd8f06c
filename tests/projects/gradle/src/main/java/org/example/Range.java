package org.example;

/** The whole numbers from one to another, which is left out. */
public final class Range {
    private final int from;
    private final int to;

    public Range(int from, int to) {
        if (to < from) {
            throw new IllegalArgumentException(to + " is before " + from);
        }
        this.from = from;
        this.to = to;
    }

    public int size() {
        return to - from;
    }

    public boolean contains(int number) {
        if (number < from) {
            return false;
        }
        return number <= to;
    }
}
