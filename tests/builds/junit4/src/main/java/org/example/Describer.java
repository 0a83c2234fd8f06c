package org.example;

/** Runs only while an exception is formatted. */
public final class Describer {
    private Describer() {
    }

    public static String describe(int number) {
        StringBuilder text = new StringBuilder();
        text.append(number);
        return text.append(" has no whole root").toString();
    }
}
