package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs when all others have ended. */
@Isolated
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AloneTest {
    @Test
    @Order(1)
    void alone() {
        assertEquals(2, Meeting.parties());
    }

    @Test
    @Order(2)
    void last() throws InterruptedException {
        Background.goOn();
    }
}
