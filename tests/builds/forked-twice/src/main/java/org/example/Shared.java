package org.example;

/** Loaded anew in each of three JVMs; one class, one set of columns. */
public final class Shared {
    private static final String GREETING = greet(); // covered by: one, two, three, threeAgain

    private Shared() {
    }

    private static String greet() {
        return String.valueOf("hello"); // covered by: one, two, three, threeAgain
    }

    public static String one() {
        return GREETING + 1; // covered by: one
    }

    public static String two() {
        return GREETING + 2; // covered by: two
    }

    public static String three() {
        return GREETING + 3; // covered by: three, threeAgain
    }
}
