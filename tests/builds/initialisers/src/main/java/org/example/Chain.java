package org.example;

/** Its initialiser touches `Table`, so a test of it alone owns that one's lines, too. */
public final class Chain {
    private static final int SECOND = Table.cell(1); // covered by: chained

    private Chain() {
    }

    public static int second() {
        return SECOND; // covered by: chained
    }
}
