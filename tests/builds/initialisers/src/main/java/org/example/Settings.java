package org.example;

import java.util.Arrays;
import java.util.List;

/** Runs nothing but its initialiser: later tests only read its field. */
public final class Settings {
    public static final List<String> NAMES = names(); // covered by: reads, readsAgain

    private Settings() {
    }

    private static List<String> names() {
        return Arrays.asList("a", "b"); // covered by: reads, readsAgain
    }
}
