package org.example;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class ToldLateTest {
    private static final Left STAYS = new Left();

    /** Catches the exception, and fails by one of its own that does not name it. */
    @Test
    public void a() throws ExecutionException, InterruptedException {
        CompletableFuture<Void> task = CompletableFuture.runAsync(() -> Endless.stays(STAYS), run -> {
            Thread thread = new Thread(run, "told late");
            thread.setDaemon(true);
            thread.start();
        });
        try {
            task.get(1000, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("too late");
        }
    }

    @Test
    public void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
