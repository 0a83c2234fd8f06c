package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final long SOON = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long LATE = TimeUnit.MINUTES.toNanos(1);

    private final Watchdog watchdog = Watchdog.awake();
    private final AtomicInteger hopeless = new AtomicInteger();

    @Test
    void aRunThatEndsInTimeIsLeftAlone() throws InterruptedException {
        for (int run = 0; run < 3; run++) {
            watchdog.start(LATE, hopeless::incrementAndGet);
            Thread.sleep(20);
            assertFalse(watchdog.stop());
        }
        assertFalse(watchdog.stop(), "there is no run");
        assertEquals(0, hopeless.get());
    }

    @Test
    void aRunThatWaitsIsInterruptedAndNothingOfThatIsLeft() throws InterruptedException {
        watchdog.start(SOON, hopeless::incrementAndGet);
        assertThrows(InterruptedException.class, () -> Thread.sleep(10_000));
        assertTrue(watchdog.stop());
        Thread.sleep(1);
        assertEquals(0, hopeless.get());
    }

    /** The tests of a JVM may run in another thread than the one that created the watchdog. */
    @Test
    void theThreadIsWatchedThatBeganTheRun() throws Exception {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Thread tests = new Thread(() -> {
            watchdog.start(SOON, hopeless::incrementAndGet);
            try {
                Thread.sleep(10_000);
            } catch (InterruptedException meant) {
                // Expected.
            }
            ended.complete(watchdog.stop());
        });
        tests.start();
        assertTrue(ended.get(5, TimeUnit.SECONDS));
        tests.join();
        assertFalse(Thread.currentThread().isInterrupted());
    }

    /** In production the handler ends the JVM, so nothing is asserted about the time after it. */
    @Test
    void aRunThatNothingEndsIsGivenUp() {
        watchdog.start(SOON, hopeless::incrementAndGet);
        while (hopeless.get() == 0) {
            try {
                Thread.sleep(1);
            } catch (Throwable stubborn) {
                // Ignores every interrupt and stop.
            }
        }
        assertEquals(1, hopeless.get());
        Thread.interrupted();
    }
}
