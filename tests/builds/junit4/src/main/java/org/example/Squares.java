package org.example;

/** One line per size of number, so that each invocation of a parameterised test shows. */
public final class Squares {
    private Squares() {
    }

    public static int square(int n) {
        if (n > 9) { // covered by: square*
            return n * n; // covered by: square12
        }
        if (n > 1) { // covered by: square0, square3
            return n * n; // covered by: square3
        }
        return n; // covered by: square0
    }
}
