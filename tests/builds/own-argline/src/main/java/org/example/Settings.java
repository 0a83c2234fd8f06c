package org.example;

/** Reads what the build's own argLine sets. */
public final class Settings {
    private Settings() {
    }

    public static String of(String name) {
        String value = System.getProperty(name); // covered by: flag, late
        return value == null ? "" : value; // covered by: flag, late
    }

    public static long memory() {
        return Runtime.getRuntime().maxMemory(); // covered by: memory
    }
}
