package org.example;

/** Run by the server and, in the same build, by a unit test. */
public final class Squares {
    private Squares() {
    }

    public static int of(int number) {
        if (number > 100) { // covered by: unit, server
            return refuse(); // covered by: server
        }
        return number * number; // covered by: unit, server
    }

    private static int refuse() {
        return -1; // covered by: server
    }
}
