package io.faultline.runtime;

/**
 * The state machine that turns the reports of test frameworks into rows.
 *
 * <p>One test is one row, however many frameworks report it: the outermost start opens it, the first
 * end closes it, and the platform's unique id, where there is one, names it. A test that runs other
 * tests in its body (tests of test tools) is one row too. A test that only happens to begin on the stack of
 * another one, of the same run, is a row of its own, and so is the other: see {@link Interruptions}. Ends
 * without a start, starts without an end and reports from other threads do no harm.
 *
 * <p>A row begins where the framework makes the test's instance, so that its constructor belongs to it.
 * What a container runs before its first test (class fixtures, factories of arguments) is recorded as
 * its fixture, with which all of its tests are charged; what it runs after the last one is recorded
 * apart. Between tests hits are nobody's: reporters format exceptions there.
 *
 * <p>At a failure the hits are captured before anything else is done: whoever formats the exception
 * next may run the code under test. Assertion libraries format values before there is an exception:
 * what runs then is set {@link #beginAside aside}.
 *
 * <p>{@link Rows} has what each thread runs and what becomes of it, {@link Fixtures} what containers run.
 *
 * <p>Threads: any; boundaries of parallel tests take turns. No code of the application runs under the
 * lock. Errors: nothing here throws for wrong events. Cost: a few comparisons beside the recorder's.
 */
public final class Session {
    private final Recorder recorder;
    private final Overlap overlap;
    private final Rows rows;
    private final Fixtures fixtures;
    private final Vintage vintage = new Vintage();
    private final Reported reported = new Reported();

    public Session(Recorder recorder) {
        this(recorder, Overlap.IGNORED);
    }

    public Session(Recorder recorder, Overlap overlap) {
        this(recorder, overlap, new TestClasses());
    }

    /** @param classes says what tests share through static fields of their classes */
    public Session(Recorder recorder, Overlap overlap, TestClasses classes) {
        this.recorder = recorder;
        this.overlap = overlap;
        this.rows = new Rows(recorder, overlap, classes);
        this.fixtures = new Fixtures(rows);
    }

    /**
     * A test starts on this thread.
     *
     * @param key what later events of this framework will name the test by; may be null, with a null
     *     name, until {@link #identify}
     */
    public void start(Framework framework, Object key, TestName name) {
        if (!started(framework, key, name, overlap.isPrepared())) {
            // Without our lock: other tests go on, and may end, while this one waits to begin.
            overlap.prepare();
            started(framework, key, name, true);
        }
    }

    /** False when something must be prepared first: a test of another thread is running. */
    private synchronized boolean started(Framework framework, Object key, TestName name, boolean prepared) {
        Thread thread = Thread.currentThread();
        OpenTest running = rows.testOn(thread);
        if (running != null && running.prepared) {
            running = begin(running, framework, key, name);
        }
        if (running != null) {
            if (running.isAlso(framework, key, name)) {
                running.learn(framework, key, name);
                return true;
            }
            if (!running.neverEnded(framework)) {
                return true;
            }
            rows.close(running, System.nanoTime());
        }
        int level = rows.level(thread);
        if (!rows.open(new OpenTest(thread, level, framework, key, name, System.nanoTime()), prepared)) {
            return false;
        }
        rows.counts.started();
        return true;
    }

    /**
     * The framework is about to make the instance for a test, on this thread.
     *
     * @param key as of {@link #start}, or null when it is not known yet
     * @param again whether it may be the instance for a test that was announced already
     */
    public void prepare(Framework framework, Object key, boolean again) {
        if (!prepared(framework, key, again, overlap.isPrepared())) {
            overlap.prepare();
            prepared(framework, key, again, true);
        }
    }

    private synchronized boolean prepared(Framework framework, Object key, boolean again, boolean overlapPrepared) {
        Thread thread = Thread.currentThread();
        OpenTest running = rows.testOn(thread);
        if (running != null) {
            if (!running.prepared || again) {
                return true;
            }
            rows.drop(running);
        }
        int level = rows.level(thread);
        OpenTest test = new OpenTest(thread, level, framework, key, null, System.nanoTime());
        test.prepared = true;
        return rows.open(test, overlapPrepared);
    }

    /** A test for which the instance was made starts; gives null when it is another one. */
    private OpenTest begin(OpenTest prepared, Framework framework, Object key, TestName name) {
        if (!prepared.isAlso(framework, key, name)) {
            rows.drop(prepared);
            return null;
        }
        prepared.prepared = false;
        prepared.startNanos = System.nanoTime();
        rows.counts.started();
        return prepared;
    }

    /**
     * What this framework knows the test by that this thread runs now, or the container for all of whose tests
     * it runs something; null for none.
     */
    public synchronized Object running(Framework framework) {
        Thread thread = Thread.currentThread();
        OpenTest test = rows.testOn(thread);
        if (test != null) {
            return test.key(framework);
        }
        Container container = rows.preparingOn(thread);
        return container != null && container.framework == framework ? container.key : null;
    }

    /**
     * A test or container is about to begin on top of what this thread is {@link #running}, and is no part of it:
     * that goes on when this one has ended, or was skipped.
     */
    public void interrupts(Framework framework, Object key) {
        if (!interrupted(framework, key, overlap.isPrepared())) {
            overlap.prepare();
            interrupted(framework, key, true);
        }
    }

    private synchronized boolean interrupted(Framework framework, Object key, boolean prepared) {
        Thread thread = Thread.currentThread();
        if (rows.testOn(thread) == null && rows.preparingOn(thread) == null) {
            return true;
        }
        if (!prepared) {
            return false;
        }
        rows.interrupt(thread, framework, key);
        return true;
    }

    /** What began on top of others is over. */
    public synchronized void resumes(Framework framework, Object key) {
        rows.resume(framework, key);
    }

    /**
     * Tests are going to overlap. Called before the first of them starts, this keeps every test from waiting for
     * what overlapping needs.
     */
    public void announceOverlap() {
        if (!overlap.isPrepared()) {
            overlap.prepare();
        }
    }

    /** Gives this thread's test, started without one, its key and name. */
    public synchronized void identify(Framework framework, Object key, TestName name) {
        OpenTest running = rows.testOn(Thread.currentThread());
        if (running != null && running.knows(framework) && running.key(framework) == null) {
            running.learn(framework, key, name);
        }
    }

    /** Takes the hits of an open test; what runs from here to its end is not its own. */
    public synchronized void seal(Framework framework, Object key) {
        OpenTest test = rows.open.find(framework, key);
        if (test != null) {
            rows.captureOnce(test);
        }
    }

    /**
     * A test, or outside any test a fixture, failed or gave up.
     *
     * @param name for the row of its own that a failure outside any test becomes; null for none
     * @param outcome {@link Outcome#FAILED} or {@link Outcome#ABORTED}
     */
    public void fail(Framework framework, Object key, TestName name, Outcome outcome, Throwable thrown) {
        OpenTest test;
        Context row = null;
        Container container = null;
        synchronized (this) {
            test = rows.open.find(framework, key);
            if (test == null) {
                Thread thread = Thread.currentThread();
                OpenTest running = rows.testOn(thread);
                boolean inner = running != null && !running.prepared;
                if (inner || name == null || reported.before(framework, key, thrown)) {
                    return;
                }
                rows.dropPrepared(thread);
                container = fixtures.failing(framework, key, thread);
                if (container != null && container.preparing) {
                    recorder.capture(container.hits);
                } else {
                    row = recorder.startRow(!rows.isQuiet(thread));
                    recorder.capture(row);
                }
            } else {
                rows.captureOnce(test);
                if (test.outcome == outcome || test.outcome == Outcome.FAILED) {
                    return;
                }
                test.outcome = outcome;
            }
        }
        Failure failure = Failure.of(thrown);
        synchronized (this) {
            if (test != null) {
                test.failure = failure;
                return;
            }
            if (container != null) {
                int[] used = fixtures.ofFailing(container, row);
                row = recorder.startTest();
                rows.charge(used);
            }
            recorder.endTest(row, vintage.nameOutsideTests(framework, name), outcome, 0, failure);
        }
    }

    /**
     * A test ended, with the outcome its failures gave it.
     *
     * @return the number of its row, or -1
     */
    public int end(Framework framework, Object key) {
        long now = System.nanoTime();
        synchronized (this) {
            OpenTest test = rows.open.find(framework, key);
            int row = test == null ? -1 : rows.close(test, now);
            rows.resume(framework, key);
            return row;
        }
    }

    /** An open test, or fixture, has these fixtures besides those of its containers. */
    public synchronized void addFixtures(Framework framework, Object key, int[] numbers) {
        fixtures.add(framework, key, numbers);
    }

    /**
     * A test of this key turned out to be a container as well: one of its own is about to start. What it
     * ran until now is for all of these; its row comes at its end. Does nothing the second time.
     */
    public synchronized void splits(Framework framework, Object key) {
        fixtures.splits(framework, key);
    }

    /**
     * A test that was {@link #splits split} ended: its row has what it ran outside its own tests.
     *
     * @return false when it was none
     */
    public boolean endsSplit(Framework framework, Object key, Outcome outcome, Throwable thrown) {
        long now = System.nanoTime();
        Container container;
        Context row;
        synchronized (this) {
            container = fixtures.splitTest(framework, key);
            if (container == null) {
                return false;
            }
            row = recorder.startRow(!rows.isQuiet(Thread.currentThread()));
            recorder.capture(row);
        }
        Failure failure = outcome == Outcome.PASSED ? null : Failure.of(thrown);
        synchronized (this) {
            fixtures.closeSplit(container, row, outcome, now, failure);
        }
        return true;
    }

    /**
     * What runs from here on is not for the test or container of this thread alone: it makes something that
     * others will share. Ends with {@link #endShared}, on this thread, as often as it was begun.
     */
    public Context beginShared() {
        return recorder.startShared();
    }

    /**
     * It is made, or could not be.
     *
     * @return the number of what ran for it, or -1
     */
    public int endShared(Context shared, TestName name) {
        return recorder.endShared(shared, name);
    }

    /** What runs from here on may be nobody's. Ends with {@link #endAside}, on this thread, as often as it was begun. */
    public void beginAside() {
        recorder.beginAside();
    }

    /** It ended, and is forgotten; else it is charged as if it had never been set aside. */
    public void endAside(boolean forget) {
        recorder.endAside(forget);
    }

    /** The test of this thread, or all tests of the container that it prepares, make use of that. */
    public synchronized void uses(int[] shared) {
        fixtures.uses(shared);
    }

    /** For whom this thread runs now, as the recorder knows it; null for nobody. */
    Context owner() {
        return recorder.owner();
    }

    /**
     * The test, or all tests of the container, that this thread runs now have run that. Where it runs none itself: who
     * owns it, and while threads are not told apart, who is alone. Not one that has ended but for its report.
     */
    synchronized void causes(int[] made, Context owner) {
        fixtures.causes(made, owner);
    }

    /** A test that ended had one more fixture: what runs after each test. */
    public synchronized void charge(int row, int fixture) {
        recorder.charge(row, new int[] {fixture});
    }

    /** A test that was started turned out to be left out: its fixture had given up before. */
    public synchronized void abandon(Framework framework, Object key) {
        OpenTest test = rows.open.find(framework, key);
        if (test != null) {
            test.outcome = Outcome.SKIPPED;
            rows.close(test, test.startNanos);
        }
    }

    /** A test was left out. */
    public synchronized void skip(Framework framework, Object key, TestName name) {
        skipped(framework, key, name);
        rows.resume(framework, key);
    }

    private void skipped(Framework framework, Object key, TestName name) {
        rows.dropPrepared(Thread.currentThread());
        fixtures.skip(framework, key);
        if (vintage.isRunning() && framework != Framework.PLATFORM) {
            return; // the platform reports it next, under its unique id
        }
        if (rows.testOn(Thread.currentThread()) != null || reported.before(framework, key, null)) {
            return;
        }
        recorder.skipTest(name);
    }

    /** The JVM ends: the tests that are open will never say how they did, and get their rows now. */
    public synchronized void jvmEnds() {
        rows.jvmEnds();
    }

    /** True when this thread's test was started by this framework under this key (null: under none yet). */
    public synchronized boolean awaits(Framework framework, Object key) {
        OpenTest running = rows.testOn(Thread.currentThread());
        if (running == null || running.prepared || !running.knows(framework)) {
            return false;
        }
        return running.key(framework) == null || OpenTest.same(running.key(framework), key);
    }

    /**
     * A container of tests starts on this thread, or a fixture that a framework reports by itself: what
     * runs next is for all of its tests.
     *
     * @param after whether it runs after these tests
     * @return false inside a test, where it is part of the test
     */
    public boolean opens(Framework framework, Object key, TestName name, boolean after) {
        Boolean opened = opened(framework, key, name, after, overlap.isPrepared());
        if (opened == null) {
            overlap.prepare();
            opened = opened(framework, key, name, after, true);
        }
        return opened;
    }

    /** Null when something must be prepared first. */
    private synchronized Boolean opened(Framework framework, Object key, TestName name, boolean after, boolean prepared) {
        return fixtures.opened(framework, key, name, after, prepared);
    }

    /** The container of this thread has run what is for all of its tests and hands them on. */
    public synchronized void handsOn() {
        rows.settle(Thread.currentThread());
    }

    /** The container of this key has, of whatever thread: the first of its tests is about to start. */
    public synchronized void handsOn(Framework framework, Object key) {
        fixtures.handsOn(framework, key);
    }

    /** A container is about to say how it ended: what runs from here on is not its own. */
    public synchronized void completes(Framework framework, Object key) {
        fixtures.completes(framework, key);
    }

    /**
     * A container, or a fixture that a framework reports by itself, ended.
     *
     * @return the numbers of what was recorded for all of its tests
     */
    public synchronized int[] closes(Framework framework, Object key) {
        return fixtures.closes(framework, key);
    }

    /** A container of the platform (an engine, a class) starts. */
    public synchronized void containerStarted(TestName name) {
        vintage.started(name);
    }

    /** A container of the platform ended. */
    public synchronized void containerFinished(TestName name) {
        vintage.finished(name);
    }

    /** Does this thread run a test? */
    public synchronized boolean runsTest() {
        OpenTest running = rows.testOn(Thread.currentThread());
        return running != null && !running.prepared;
    }

    /** Numbers of tests. */
    public Counts counts() {
        return rows.counts;
    }
}
