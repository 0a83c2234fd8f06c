package io.faultline.runner;

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends test runs that exceed their time limit. It interrupts the test's thread, then stops the thread if this Java
 * version still can, then calls a handler that ends the JVM.
 *
 * <p>Threads: call {@link #start} and {@link #stop} from the test's thread. Cost of a pair of calls: a few writes, no
 * lock. The watchdog interrupts or stops the test's thread only during a run or during {@code stop}, which swallows the
 * exception.
 */
public final class Watchdog implements Runnable {
    private static final long LOOKS_EVERY_MS = 10;
    private static final long AFTER_INTERRUPT_MS = 200;
    private static final long AFTER_STOP_MS = 300;

    private static final int IDLE = 0;
    private static final int WATCHING = 1;
    private static final int BITING = 2;

    private final AtomicInteger state = new AtomicInteger();

    // Written by the test's thread, read by the watchdog's.
    private volatile Thread tests;
    private volatile long deadline;
    private volatile boolean ended;
    private volatile Runnable givingUp;

    private Watchdog() {}

    /** Creates a watchdog and starts its thread. */
    public static Watchdog awake() {
        Watchdog watchdog = new Watchdog();
        Thread thread = new Thread(watchdog, "faultline watchdog");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        return watchdog;
    }

    /**
     * Starts the watch over a run in the calling thread. If the run cannot be ended, {@code hopeless} is called in
     * another thread; it must end the JVM.
     */
    public void start(long limitNanos, Runnable hopeless) {
        tests = Thread.currentThread();
        givingUp = hopeless;
        ended = false;
        deadline = System.nanoTime() + limitNanos;
        state.set(WATCHING);
    }

    /** Ends the watch. Returns true if the run exceeded its limit. */
    public boolean stop() {
        if (state.compareAndSet(WATCHING, IDLE) || state.get() == IDLE) {
            return false;
        }
        ended = true;
        do {
            calm();
        } while (state.get() == BITING);
        // The watchdog's last exception may still be pending.
        calm();
        Thread.interrupted();
        return true;
    }

    private static void calm() {
        try {
            Thread.sleep(1);
        } catch (Throwable late) {
            // The late interrupt or stop meant for the run, which has ended.
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                Thread.sleep(LOOKS_EVERY_MS);
                if (state.get() == WATCHING
                        && System.nanoTime() - deadline > 0
                        && state.compareAndSet(WATCHING, BITING)) {
                    bite();
                }
            } catch (OutOfMemoryError | InterruptedException again) {
                // Caused by the application: keep watching.
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

    /** Uses reflection, because {@code Thread.stop} is due for removal. It throws since Java 20. */
    private void stopThread() {
        try {
            Method stop = Thread.class.getMethod("stop");
            stop.invoke(tests);
        } catch (ReflectiveOperationException gone) {
            // The next time limit runs out too.
        }
    }
}
