package org.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs by itself: tests did begin on top of others, else this build would show nothing. */
@Isolated
class LastTest {
    @Test
    void nested() {
        assertTrue(Waiting.deepest() > 1);
    }
}
