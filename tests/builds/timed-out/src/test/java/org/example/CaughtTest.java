package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class CaughtTest {
    private static final Left STAYS = new Left();

    /** Expects the time-out, and passes. */
    @Test
    void a() {
        assertThrows(
                AssertionError.class,
                () -> assertTimeoutPreemptively(Duration.ofMillis(1000), () -> Endless.stays(STAYS)));
    }

    @Test
    void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
