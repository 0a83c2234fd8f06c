package io.faultline.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the tests of a JVM that writes no rows because its tests are not the build's: a test started it, or it is of a
 * build inside the build. By the count a reader knows whose the reports in the JVM's folder are.
 *
 * <p>Threads: any.
 */
public final class LeftOutTests implements Recorder {
    /** Name in the seal of a file, explained in {@code docs/file-format.md}. */
    public static final String COUNT = "tests left out";

    private final AtomicLong tests = new AtomicLong();

    /** Returns the number of tests so far that ended or were skipped. */
    public long count() {
        return tests.get();
    }

    @Override
    public void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure) {
        tests.incrementAndGet();
    }

    @Override
    public void skipTest(TestName name) {
        tests.incrementAndGet();
    }

    @Override
    public int tests() {
        return (int) tests.get();
    }

    @Override
    public void announce(TestName name) {}

    @Override
    public Context startTest() {
        return null;
    }

    @Override
    public Context startRow(boolean others) {
        return null;
    }

    @Override
    public Object interrupt() {
        return null;
    }

    @Override
    public void resume(Object left) {}

    @Override
    public void capture(Context test) {}

    @Override
    public void dropTest(Context test) {}

    @Override
    public int endFixture(Context test, TestName name, boolean after) {
        return -1;
    }

    @Override
    public void collectBetween() {}

    @Override
    public Context owner() {
        return null;
    }

    @Override
    public Context startShared() {
        return null;
    }

    @Override
    public int endShared(Context shared, TestName name) {
        return -1;
    }

    @Override
    public void beginAside() {}

    @Override
    public void endAside(boolean forget) {}

    @Override
    public void charge(int test, int[] fixtures) {}
}
