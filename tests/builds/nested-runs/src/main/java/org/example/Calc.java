package org.example;

/** What tests and the tests inside them run. */
public final class Calc {
    private Calc() {
    }

    public static int add(int a, int b) {
        return a + b; // covered by: adds
    }

    /** Only by tests that tests run. */
    public static int subtract(int a, int b) {
        return a - b; // covered by: thread*, pooled, reused, commonPoolByCore
    }
}
