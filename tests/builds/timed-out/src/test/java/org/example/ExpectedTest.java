package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class ExpectedTest {
    private static final Left STAYS = new Left();

    /** Expects that a task takes longer, and passes. */
    @Test
    void a() {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "expected");
            thread.setDaemon(true);
            return thread;
        });
        assertThrows(
                TimeoutException.class,
                () -> pool.submit(() -> Endless.stays(STAYS)).get(1000, TimeUnit.MILLISECONDS));
    }

    @Test
    void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
