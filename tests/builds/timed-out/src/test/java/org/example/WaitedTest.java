package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class WaitedTest {
    private static final Left STAYS = new Left();

    /** Waits for a task of its own no longer. */
    @Test
    void a() throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> Endless.stays(STAYS), null);
        Thread thread = new Thread(task, "waited for");
        thread.setDaemon(true);
        thread.start();
        task.get(1000, TimeUnit.MILLISECONDS);
    }

    @Test
    void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
