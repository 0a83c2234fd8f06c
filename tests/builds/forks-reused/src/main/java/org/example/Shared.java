package org.example;

/** Initialised once in each of two JVMs, which run several test classes one after the other. */
public final class Shared {
    private static final String GREETING = greet(); // covered by: *

    private Shared() {
    }

    private static String greet() {
        return String.valueOf("hello"); // covered by: *
    }

    public static String one() {
        return GREETING + 1; // covered by: one*
    }

    public static String two() {
        return GREETING + 2; // covered by: two*
    }

    public static String three() {
        return GREETING + 3; // covered by: three*
    }

    public static String loud(String text) {
        return text + "!"; // covered by: oneAgain, twoAgain, threeAgain, four
    }
}
