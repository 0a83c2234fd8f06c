package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class LatchTest {
    private static final Left STAYS = new Left();

    /** Waits for a thread of its own no longer, and fails without any exception of a time-out. */
    @Test
    void a() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Endless.stays(STAYS);
            ended.countDown();
        }, "latched");
        thread.setDaemon(true);
        thread.start();
        assertTrue(ended.await(1000, TimeUnit.MILLISECONDS));
    }

    @Test
    void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
