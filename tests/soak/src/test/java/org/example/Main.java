package org.example;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Runner;
import org.junit.runner.notification.RunNotifier;

/**
 * So many short tests on so many threads, and the memory that is in use after each tenth of them.
 *
 * <p>Test {@code n} calls the parts that the bits of {@link #parts} name, every other one in a thread of a pool that all tests share.
 */
public final class Main {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    /** Memory is looked at while no test runs. */
    private static final ReadWriteLock RUNNING = new ReentrantReadWriteLock();

    private Main() {}

    public static void main(String[] words) throws Exception {
        int tests = Integer.parseInt(words[0]);
        Thread[] threads = new Thread[Integer.parseInt(words[1])];
        AtomicInteger next = new AtomicInteger();
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread(() -> new JUnitCore().run(new Tests(next, tests)));
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        POOL.shutdown();
        System.exit(0); // the agent's file is sealed by then
    }

    /** Scattered, and known to who reads the rows. */
    static int parts(int test) {
        return (test * 0x9E3779B1) >>> 16;
    }

    private static final class Tests extends Runner {
        private final AtomicInteger next;
        private final int count;

        Tests(AtomicInteger next, int count) {
            this.next = next;
            this.count = count;
        }

        @Override
        public Description getDescription() {
            return Description.createSuiteDescription("soak");
        }

        @Override
        public void run(RunNotifier notifier) {
            for (int test = next.getAndIncrement(); test < count; test = next.getAndIncrement()) {
                Description description = Description.createTestDescription("org.example.Soak", "t" + test);
                RUNNING.readLock().lock();
                notifier.fireTestStarted(description);
                body(test);
                notifier.fireTestFinished(description);
                RUNNING.readLock().unlock();
                if (test % (count / 10) == 0) {
                    report(test);
                }
            }
        }
    }

    private static void body(int test) {
        int parts = parts(test);
        for (int part = 0; part < Parts.COUNT; part++) {
            if ((parts >> part & 1) == 1) {
                call(part, test, (test & 1) == 1);
            }
        }
    }

    private static void call(int part, int test, boolean elsewhere) {
        if (!elsewhere) {
            Parts.call(part, test);
            return;
        }
        Future<Integer> result = POOL.submit(() -> Parts.call(part, test));
        try {
            result.get();
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void report(int test) {
        RUNNING.writeLock().lock();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("after " + test + " heap " + (runtime.totalMemory() - runtime.freeMemory()) + " resident " + resident());
        RUNNING.writeLock().unlock();
    }

    private static long resident() {
        try {
            return Files.readAllLines(Paths.get("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .sum();
        } catch (java.io.IOException unknown) {
            return 0;
        }
    }
}
