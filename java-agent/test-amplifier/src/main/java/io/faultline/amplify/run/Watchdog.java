package io.faultline.amplify.run;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends tests that take too long: interrupts the test's thread; then, where Java still can, stops it; then gives up, which ends the
 * JVM.
 *
 * <p>Threads: {@link #start} and {@link #stop} are of one thread, the test's. What is thrown into it from here arrives while it is
 * inside a test, or inside {@code stop}, which swallows it.
 */
final class Watchdog implements Runnable {
    private static final long LOOKS_EVERY_MS = 10;
    private static final long AFTER_INTERRUPT_MS = 200;
    private static final long AFTER_STOP_MS = 300;

    private static final int IDLE = 0;
    private static final int WATCHING = 1;
    private static final int BITING = 2;

    private final AtomicInteger state = new AtomicInteger();
    private final Runnable givingUp;

    private volatile Thread tests;
    private volatile long deadline;
    private volatile boolean ended;

    /** {@code givingUp} is called, in another thread, when a test cannot be ended; it must end the JVM. */
    Watchdog(Runnable givingUp) {
        this.givingUp = givingUp;
        Thread thread = new Thread(this, "faultline watchdog");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    /** A test begins in this thread. */
    void start(long limitNanos) {
        tests = Thread.currentThread();
        ended = false;
        deadline = System.nanoTime() + limitNanos;
        state.set(WATCHING);
    }

    /** The test is over. True when it had to be ended. */
    boolean stop() {
        if (state.compareAndSet(WATCHING, IDLE) || state.get() == IDLE) {
            return false;
        }
        ended = true;
        do {
            calm();
        } while (state.get() == BITING);
        // What was thrown at us last may still be under way.
        calm();
        Thread.interrupted();
        return true;
    }

    private static void calm() {
        try {
            Thread.sleep(1);
        } catch (Throwable late) {
            // The interrupt or the stop that the test was given: it has ended.
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                Thread.sleep(LOOKS_EVERY_MS);
                if (state.get() == WATCHING && System.nanoTime() - deadline > 0 && state.compareAndSet(WATCHING, BITING)) {
                    bite();
                }
            } catch (OutOfMemoryError | InterruptedException again) {
                // The application's doing: the watch goes on.
            }
        }
    }

    private void bite() throws InterruptedException {
        try {
            tests.interrupt();
            if (hasEnded(AFTER_INTERRUPT_MS)) {
                return;
            }
            stopThread();
            if (!hasEnded(AFTER_STOP_MS)) {
                givingUp.run();
            }
        } finally {
            state.set(IDLE);
        }
    }

    private boolean hasEnded(long withinMs) throws InterruptedException {
        long until = System.nanoTime() + withinMs * 1_000_000;
        while (!ended && System.nanoTime() - until < 0) {
            Thread.sleep(1);
        }
        return ended;
    }

    /** By reflection: it is going to be taken away. From Java 20 on it throws. */
    private void stopThread() {
        try {
            Method stop = Thread.class.getMethod("stop");
            stop.invoke(tests);
        } catch (ReflectiveOperationException gone) {
            // Then the limit after it runs out, too.
        }
    }
}
