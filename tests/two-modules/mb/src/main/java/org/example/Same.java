package org.example;

/** Doubles, and takes no negative numbers. */
public final class Same {
    private Same() {}

    public static int next(int number) {
        if (number < 0) {
            throw new IllegalArgumentException();
        }
        return number * 2;
    }
}
