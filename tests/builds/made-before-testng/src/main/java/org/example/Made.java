package org.example;

/** What is made before any test runs. */
public final class Made {
    private Made() {
    }

    public static int ofField() {
        return 4; // covered by: field*
    }

    public static int ofFactory() {
        return 2; // covered by: made*
    }

    public static int ofConstructor(int number) {
        return number + 0; // covered by: made*
    }

    public static int ofData(int number) {
        return number + 3; // covered by: each*
    }

    public static int used(int number) {
        return number + 1; // covered by: field*, made*, each*
    }
}
