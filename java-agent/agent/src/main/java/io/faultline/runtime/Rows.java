package io.faultline.runtime;

import io.faultline.runtime.Interruptions.Interruption;
import java.util.List;

/**
 * The test or fixture that each thread runs, and the rows written when these end.
 *
 * <p>Threads: guarded by the session's lock. No application code runs here. Cost: a few comparisons
 * beside the recorder's.
 */
final class Rows {
    final Recorder recorder;
    private static final int[] NONE = {};

    final OpenTests open = new OpenTests();
    final Containers containers;
    final Counts counts = new Counts();

    /** The fixtures that are of a test or container alone, by its key: what its container ran to find it. */
    final WeakIdentityMap<Object, int[]> madeFor = new WeakIdentityMap<>();

    private final Overlap overlap;
    private final TestClasses classes;
    private final Interruptions interruptions = new Interruptions();

    Rows(Recorder recorder, Overlap overlap, TestClasses classes) {
        this.recorder = recorder;
        this.overlap = overlap;
        this.classes = classes;
        this.containers = new Containers(classes);
    }

    /** Returns the uninterrupted test of a thread; null if there is none. */
    OpenTest testOn(Thread thread) {
        return open.on(thread, level(thread));
    }

    /** Returns the container whose fixture a thread runs; null if there is none. */
    Container preparingOn(Thread thread) {
        return containers.preparing(thread, level(thread));
    }

    /** Returns the number of interrupted tests and containers of a thread. */
    int level(Thread thread) {
        return interruptions.level(thread);
    }

    /** Whether no test is open and no other thread runs a fixture. */
    boolean isQuiet(Thread thread) {
        return open.isEmpty() && (preparingOn(thread) != null || !containers.anyPreparing());
    }

    /** Whether threads are told apart, so that tests can overlap. */
    boolean overlapPrepared() {
        return overlap.isPrepared();
    }

    /** Whether a test or fixture may be running on any thread. */
    boolean anyRuns() {
        return open.anyAlive() || containers.anyPreparing();
    }

    /** False when something must be prepared first: a test of another thread is running. */
    boolean open(OpenTest test, boolean overlapPrepared) {
        settle(test.thread);
        if (!overlapPrepared && anyRuns()) {
            return false;
        }
        test.add(madeFor(Framework.PLATFORM, test.key(Framework.PLATFORM)));
        open.add(test);
        Throws.testStarted();
        test.hits = recorder.startTest();
        return true;
    }

    void captureOnce(OpenTest test) {
        if (!test.captured) {
            test.captured = true;
            recorder.capture(test.hits);
        }
    }

    /** Closes a test whose end was reported; returns the number of its row. */
    int close(OpenTest test, long now) {
        counts.ended();
        return row(test, now);
    }

    /** Closes a test whose end was not reported. */
    void cutOff(OpenTest test, long now) {
        counts.aborted();
        row(test, now);
    }

    private int row(OpenTest test, long now) {
        remove(test);
        if (test.knows(Framework.PLATFORM)) {
            counts.named();
        }
        TestName name = test.name == null ? new TestName("", null, null) : test.name;
        int[] fixtures = Container.withAll(containers.fixturesOf(test), test.fixtures);
        int row = charge(classes.addUsed(fixtures, name.className));
        recorder.endTest(test.hits, name, test.outcome, Math.max(0, now - test.startNanos), test.failure);
        return row;
    }

    /** Assigns fixtures to the next row; returns its number. */
    int charge(int[] fixtures) {
        int row = recorder.tests();
        if (fixtures.length > 0) {
            recorder.charge(row, fixtures);
        }
        return row;
    }

    /** Removes a test from the open ones; the recorder keeps its hits. */
    void remove(OpenTest test) {
        open.remove(test);
        Throws.testEnded();
    }

    /** Drops a test that never started, with its hits. */
    void drop(OpenTest test) {
        remove(test);
        recorder.dropTest(test.hits);
    }

    /** Drops the instance that a thread created for a test that never started. */
    void dropPrepared(Thread thread) {
        OpenTest running = testOn(thread);
        if (running != null && running.prepared) {
            drop(running);
        }
    }

    /** Records the fixture that this thread has run so far for a container. */
    void settle(Thread thread) {
        Container container = preparingOn(thread);
        if (container != null) {
            settle(container);
        }
    }

    void settle(Container container) {
        container.preparing = false;
        container.isBetween = false;
        container.own = recorder.endFixture(container.hits, container.name, container.after);
        container.add(container.own);
    }

    /** Ends what a container has run since a child; returns the number of its fixture, or -1. */
    int endPart(Container container, boolean after) {
        container.preparing = false;
        container.isBetween = false;
        return recorder.endFixture(container.hits, container.name, after);
    }

    /** Returns the fixtures that are of this test or container alone. */
    int[] madeFor(Framework framework, Object key) {
        int[] numbers = framework == Framework.PLATFORM && key != null ? madeFor.get(key) : null;
        return numbers == null ? NONE : numbers;
    }

    /** Interrupts what this thread runs, for a test or container of this key. */
    void interrupt(Thread thread, Framework framework, Object key) {
        interruptions.add(new Interruption(thread, framework, key, recorder.interrupt()));
    }

    /** The level that a thread is back at when what interrupted it under this key is over; as {@link Interruptions#below}. */
    int below(Thread thread, Framework framework, Object key) {
        return interruptions.below(thread, framework, key);
    }

    /** Ends an interruption and what it left open; the interrupted test continues. */
    void resume(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        unwind(thread, below(thread, framework, key));
    }

    /** Returns a thread to a level: everything left open above has ended without a report. */
    void unwind(Thread thread, int level) {
        for (int above = level(thread); above > level; above--) {
            abandonAt(thread, above);
            containers.removeAbove(thread, above - 1);
            recorder.resume(interruptions.takeLast(thread).left);
        }
    }

    /** Closes the tests that a thread left open at a level. */
    void abandonAt(Thread thread, int level) {
        for (OpenTest test = open.on(thread, level); test != null; test = open.on(thread, level)) {
            if (test.prepared) {
                drop(test);
            } else {
                test.outcome = test.outcome == Outcome.PASSED ? Outcome.ABORTED : test.outcome;
                cutOff(test, System.nanoTime());
            }
        }
    }

    /** At the end of the JVM, writes rows for open tests, which will not be reported any more. */
    void jvmEnds() {
        if (open.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        JvmEnd end = JvmEnd.now();
        // The oldest first: that is the one which a thread without a test of its own ends.
        List<OpenTest> all = open.all();
        for (OpenTest test : all) {
            if (test.prepared && test.name == null) {
                drop(test); // its instance is being made: nobody has said which test it is for
                continue;
            }
            if (test.outcome == Outcome.PASSED) {
                boolean waits = test.level < level(test.thread);
                test.outcome = waits ? Outcome.ABORTED : end.outcomeOf(test.thread, all.size() == 1);
                test.failure = end.failureOf(test.thread, all.size() == 1);
            }
            cutOff(test, now);
        }
    }
}
