package org.example;

/** Does not answer at once, as services do. */
public final class Service {
    private static int calls;

    private Service() {
    }

    public static void prepare() {
    } // covered by: flaky*, broken, steady

    public static boolean answers() {
        if (calls++ == 0) { // covered by: flaky*
            return false; // covered by: flakyFirst
        }
        return true; // covered by: flakyLast
    }

    public static boolean never() {
        return false; // covered by: broken
    }

    public static boolean always() {
        return true; // covered by: steady
    }
}
