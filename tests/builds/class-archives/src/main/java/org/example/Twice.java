package org.example;

public final class Twice {
    private Twice() {
    }

    public static int of(int number) {
        return 2 * number; // covered by: doubles
    }
}
