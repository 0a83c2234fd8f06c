package org.example;

/** Initialised while a test class is. */
final class Constants {
    static final Object ONE = new Object(); // covered by: own*

    private Constants() {
    }
}
