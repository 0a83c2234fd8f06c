package org.example;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** `@BeforeAll` fails: one failed row of the container, with what ran. */
class BrokenClassTest {
    @BeforeAll
    static void open() {
        assertFalse(Numbers.fixture("broken"));
    }

    @Test
    void neverRuns() {
        fail();
    }
}
