package org.example;

/** Run by the initialiser of `Table`, and by one test directly. */
public final class Filler {
    private static int calls; // no code: nothing is assigned

    private Filler() {
    }

    public static int[] fill(int n) {
        calls++; // covered by: first, second, chained, both, direct
        int[] cells = new int[n]; // covered by: first, second, chained, both, direct
        for (int i = 0; i < n; i++) { // covered by: first, second, chained, both, direct
            cells[i] = scale(i); // covered by: first, second, chained, both
        }
        return cells; // covered by: first, second, chained, both, direct
    }

    private static int scale(int i) {
        return Unit.SIZE.length() * i; // covered by: first, second, chained, both
    }
}
