package org.example;

import org.junit.Test;

public class ConstructorTest {
    private final int field = Steps.failingField();

    @Test
    public void neverRuns() {
    }
}
