package org.example;

import org.junit.jupiter.api.Test;

class ConstructorTest {
    final int field = Steps.failingConstructor();

    @Test
    void neverRuns() {
        Steps.test("never");
    }
}
