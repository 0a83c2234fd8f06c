package org.example;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LateFailureTest {
    @BeforeAll
    static void beforeAll() {
        Steps.beforeBrokenAfterAll();
    }

    @AfterAll
    static void afterAll() {
        Steps.brokenAfterAll();
    }

    @Test
    void passes() {
        Steps.test("late");
    }
}
