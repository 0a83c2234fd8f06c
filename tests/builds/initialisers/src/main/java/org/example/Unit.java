package org.example;

/** Initialised inside the initialiser of `Table`: its lines follow transitively. */
public final class Unit {
    static final String SIZE = measure(); // covered by: first, second, chained, both

    private Unit() {
    }

    private static String measure() {
        return String.valueOf("ten chars!"); // covered by: first, second, chained, both
    }
}
