package org.example;

import org.junit.Test;

/** JUnit 4 runs nothing of it and reports `initializationError`, here by way of the platform. */
public class BrokenVintageTest {
    @Test
    public int notVoid() {
        return New.number();
    }
}
