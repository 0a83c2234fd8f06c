package io.faultline.runner;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends runs of tests that take too long: interrupts the test's thread; then, where Java still can, stops it; then gives up, which
 * ends the JVM.
 *
 * <p>Threads: {@link #start} and {@link #stop} are of one thread, the test's. Cost of a pair of calls: a few writes, no lock. What is
 * thrown into the test's thread from here arrives while it is inside a run, or inside {@code stop}, which swallows it.
 */
public final class Watchdog implements Runnable {
    private static final long LOOKS_EVERY_MS = 10;
    private static final long AFTER_INTERRUPT_MS = 200;
    private static final long AFTER_STOP_MS = 300;

    private static final int IDLE = 0;
    private static final int WATCHING = 1;
    private static final int BITING = 2;

    private final AtomicInteger state = new AtomicInteger();

    // Written by the test's thread, read by ours.
    private volatile Thread tests;
    private volatile long deadline;
    private volatile boolean ended;
    private volatile Runnable givingUp;

    private Watchdog() {}

    /** A watchdog whose own thread has begun. */
    public static Watchdog awake() {
        Watchdog watchdog = new Watchdog();
        Thread thread = new Thread(watchdog, "faultline watchdog");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        return watchdog;
    }

    /** A run begins in this thread. {@code hopeless} is called, in another one, when it cannot be ended; it must end the JVM. */
    public void start(long limitNanos, Runnable hopeless) {
        tests = Thread.currentThread();
        givingUp = hopeless;
        ended = false;
        deadline = System.nanoTime() + limitNanos;
        state.set(WATCHING);
    }

    /** The run is over. True when it had to be ended. */
    public boolean stop() {
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
            // The interrupt or the stop that the run was given: it has ended.
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
