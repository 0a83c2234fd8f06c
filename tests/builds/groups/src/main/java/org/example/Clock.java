package org.example;

/** Tests are chosen by group, which makes Surefire take another of its JUnit providers. */
public final class Clock {
    private Clock() {
    }

    public static int minutes(int hours) {
        return hours * 60; // covered by: fast
    }

    public static int seconds(int minutes) {
        return minutes * 60;
    }

    public static int days(int hours) {
        if (hours < 0) { // covered by: fastFails
            throw new IllegalArgumentException("before midnight"); // covered by: fastFails
        }
        return hours / 24;
    }
}
