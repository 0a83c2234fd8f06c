package org.example;

public final class Derived extends Base {
    private Derived() {
    }

    public static int twice(int n) {
        return 2 * n; // covered by: derived, derivedAgain
    }
}
