package org.example;

/** The plugin of the first module; the second has one of the same name, whose code lies on other lines. */
public class Plugin implements java.util.function.IntUnaryOperator { // covered by: firstTwice, both
    private int calls;

    @Override
    public int applyAsInt(int number) {
        calls++; // covered by: firstTwice, both
        return number < 0 ? refuse() : number + calls; // covered by: firstTwice, both
    }

    private static int refuse() {
        return -1; // covered by: firstTwice
    }
}
