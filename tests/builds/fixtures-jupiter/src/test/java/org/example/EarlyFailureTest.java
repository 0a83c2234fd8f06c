package org.example;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EarlyFailureTest {
    @BeforeAll
    static void beforeAll() {
        Steps.brokenBeforeAll();
    }

    @Test
    void neverRuns() {
        Steps.test("never");
    }
}
