package org.example;

/** What is made before any test runs. */
public final class Made {
    private Made() {
    }

    public static Object[] parameters() {
        return new Object[] {1, 2}; // covered by: parameter*
    }

    public static int ofSuite() {
        return 3; // covered by: suite*
    }

    public static int ofField() {
        return 4; // covered by: old*
    }

    public static int ofOneTest(String name) {
        return name.equals("testFirst") // covered by: old*
                ? first() // covered by: oldFirst
                : 6; // covered by: oldSecond
    }

    private static int first() {
        return 5; // covered by: oldFirst
    }

    public static int ofRunner() {
        return 7; // covered by: run
    }

    public static int used(int number) {
        return number + 1; // covered by: parameter*, suite*, old*, run
    }
}
