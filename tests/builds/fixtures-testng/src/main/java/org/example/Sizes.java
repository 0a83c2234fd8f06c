package org.example;

/** What a fixture of a class opens, and what its tests ask then; the last size that fits is refused. */
public final class Sizes {
    private static int most;

    private Sizes() {
    }

    public static void open(int size) {
        most = size; // covered by: sizes*
    } // covered by: sizes*

    public static boolean fits(int size) {
        return size < most; // covered by: sizes*
    }

    public static void check(int size) {
        if (!fits(size)) { // covered by: sizes*
            throw new IllegalArgumentException(); // covered by: sizesMost
        }
    } // covered by: sizesLess
}
