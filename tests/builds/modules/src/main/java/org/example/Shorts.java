package org.example;

/** Two faults: the largest short is refused, and what is expected of callers is wrong. */
final class Shorts {
    private Shorts() {}

    static short of(long value) {
        if (value < Short.MIN_VALUE || value >= Short.MAX_VALUE) { // covered by: largest, small
            throw new ArithmeticException("no short: " + value); // covered by: largest
        }
        return (short) value; // covered by: small
    }

    static int half(int value) {
        assert value > 0 : value; // covered by: half*, halves
        return value / 2; // covered by: halves
    }
}
