package io.faultline.faults;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of JUnit 3, 4 and 5 in class loaders of our own, with a time limit. */
final class TestRunner {
    /** Words of the failure of a run that was stopped. */
    static final String TIME_LIMIT = "time limit";
    private static final long PATIENCE = 500;
    private static final long GLANCE = 50;
    /** On a busy machine a thread gets a part of a core only; a thread that waits uses none. */
    private static final int WALL = 4;

    private final URL[] places;
    private final Launcher launcher = LauncherFactory.create();

    /** @param places folders (ending in '/') of tests and resources, looked at before the class path of this JVM */
    TestRunner(List<URL> places) {
        this.places = places.toArray(new URL[0]);
    }

    /** A loader in which nothing of the library or its tests is loaded yet. */
    TestLoader fresh(Function<String, byte[]> library) {
        return new TestLoader(places, library);
    }

    /**
     * Runs what the selectors name, in the order found. A run that computes longer than {@code limitMillis}, or waits
     * four times as long, is stopped, and what was not finished counts as failed.
     */
    Map<String, TestResult> run(List<? extends DiscoverySelector> selectors, TestLoader loader, long limitMillis) {
        Map<String, TestResult> results = new LinkedHashMap<>();
        Throwable[] broken = new Throwable[1];
        Thread thread = new Thread(() -> broken[0] = execute(selectors, results), "tests");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        Surroundings surroundings = Surroundings.quiet();
        boolean late;
        try {
            thread.start();
            late = !endsWithin(thread, limitMillis);
            if (late) {
                stop(thread);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            surroundings.restore();
        }
        Map<String, TestResult> copy;
        synchronized (results) {
            copy = new LinkedHashMap<>(results);
        }
        if (late || broken[0] != null) {
            Throwable thrown = late ? new TimeoutException(TIME_LIMIT) : broken[0];
            copy.put(TestResult.WHOLE_CLASS, TestResult.failed("", thrown));
        }
        return copy;
    }

    private static boolean endsWithin(Thread thread, long limitMillis) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        while (thread.isAlive()) {
            thread.join(GLANCE);
            long computed = threads.getThreadCpuTime(thread.getId()) / 1_000_000;
            long passed = (System.nanoTime() - start) / 1_000_000;
            if (computed > limitMillis || passed > WALL * limitMillis) {
                return !thread.isAlive();
            }
        }
        return true;
    }

    /** Why the framework itself gave up; null where it did not. */
    @SuppressWarnings("removal")
    private Throwable execute(List<? extends DiscoverySelector> selectors, Map<String, TestResult> results) {
        try {
            // What the framework only frowns at is no reason to run nothing.
            var request = LauncherDiscoveryRequestBuilder.request().selectors(selectors)
                    .configurationParameter("junit.platform.discovery.issue.severity.critical", "ERROR").build();
            launcher.execute(request, new ResultCollector(results));
            return null;
        } catch (ThreadDeath e) {
            return new TimeoutException();
        } catch (Throwable e) {
            return e;
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE);
        for (int i = 0; i < 5 && thread.isAlive(); i++) {
            thread.stop();
            thread.join(PATIENCE);
        }
    }
}
