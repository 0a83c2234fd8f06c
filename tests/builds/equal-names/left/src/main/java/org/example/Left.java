package org.example;

/** Halves wrongly. */
public final class Left {
    private Left() {}

    public static int half(int number) {
        return number / 3; // covered by: leftHalves
    }

    public static int twice(int number) {
        return number * 2; // covered by: leftDoubles
    }
}
