package org.example;

/** Its initialiser fails: the error is the first test's, the later ones see no class. */
public final class Broken {
    private static final int VALUE = parse("nonsense"); // covered by: breaks

    private Broken() {
    }

    private static int parse(String text) {
        return Integer.parseInt(text); // covered by: breaks
    }

    public static int value() {
        return VALUE;
    }
}
