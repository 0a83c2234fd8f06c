package io.faultline.runtime;

/**
 * The state machine that converts the reports of test frameworks to rows.
 *
 * <p>A test is one row, however many frameworks report it: the outermost start opens it, the first end closes it, and
 * the platform's unique id, if any, names it. A test that runs other tests in its body (tests of test tools) is one row
 * too, also if it runs them on other threads, see {@link #around}. A test that merely begins on the stack of another test
 * of the same run is a separate row, see {@link Interruptions}. Ends without a start, starts without an end and reports
 * from other threads do no harm.
 *
 * <p>A row begins when the framework creates the test's instance, so it includes the constructor. Code of a container
 * before its first test (class fixtures, factories of arguments) is recorded as a fixture that counts for all its
 * tests; code after the last test is recorded separately. What a container runs between two tests that it finds one by
 * one (the next arguments of a lazy stream) is a fixture of the second. Other hits between tests are dropped, because
 * reporters format exceptions there.
 *
 * <p>At a failure the hits are captured first, because formatting the exception may run code under test. Assertion
 * libraries format values before there is an exception; that is set {@link #beginAside aside}.
 *
 * <p>{@link Rows} has what each thread runs and the rows written of it, {@link Fixtures} what containers run.
 *
 * <p>Threads: any; boundaries of parallel tests are serialised. No application code runs under the lock. Errors: wrong
 * events cause none. Cost: a few comparisons, besides the recorder's.
 */
public final class Session {
    /** The key of a test in a framework that does not report it. */
    public static final Object UNKNOWN = new Object();

    /** After how many failed tests no thread is looked for that one left: each look takes the stacks of all threads. */
    private static final int MOST_FAILURES = 100;

    /** How many failed tests have been looked at. Threads: tests that run side by side may count one too few. */
    private int failuresLooked;

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

    /** @param classes test classes, with what their tests share through static fields */
    public Session(Recorder recorder, Overlap overlap, TestClasses classes) {
        this.recorder = recorder;
        this.overlap = overlap;
        this.rows = new Rows(recorder, overlap, classes);
        this.fixtures = new Fixtures(rows);
    }

    /**
     * Starts a test on this thread.
     *
     * @param key identifies the test in later events of this framework; may be null, with a null name, until {@link
     * #identify}
     */
    public void start(Framework framework, Object key, TestName name) {
        announce(name);
        if (!started(framework, key, name, overlap.isPrepared())) {
            // Without our lock: other tests go on, and may end, while this one waits to begin.
            overlap.prepare();
            started(framework, key, name, true);
        }
    }

    private void announce(TestName name) {
        if (name != null) {
            recorder.announce(name);
        }
    }

    /** Returns false if overlapping must be prepared first, because a test runs on another thread. */
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
     * Called before the framework creates the instance for a test on this thread.
     *
     * @param key as for {@link #start}, or null if not known yet
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

    /** Starts a test whose instance was created; returns null if it is another test. */
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
     * Returns the key, in this framework, of the test of another thread for which this thread works: what frameworks report
     * on it is a run of tests inside that test, and part of it. {@link #UNKNOWN} if the framework does not report that test;
     * null if there is none.
     */
    public synchronized Object around(Framework framework) {
        Thread thread = Thread.currentThread();
        if (rows.open.isEmpty() || rows.testOn(thread) != null || rows.preparingOn(thread) != null) {
            return null;
        }
        OpenTest test = rows.open.of(Scopes.here().owner(), false);
        if (test == null && !rows.overlapPrepared() && Helpers.isOne(thread, rows.open.oldest().thread)) {
            test = rows.open.oldest();
        }
        if (test == null || test.thread == thread) {
            return null;
        }
        Object key = test.key(framework);
        return key == null ? UNKNOWN : key;
    }

    /**
     * Returns the key, in this framework, of the test that this thread runs, or of the container whose fixture it runs;
     * null if there is none.
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
     * Called before a test or container begins on top of the {@link #running} one without being part of it; that
     * continues after the end, or skipping, of this one.
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

    /** Ends an interruption. */
    public synchronized void resumes(Framework framework, Object key) {
        rows.resume(framework, key);
    }

    /**
     * Prepares for overlapping tests. If called before the first of them starts, no test has to wait for the
     * preparation.
     */
    public void announceOverlap() {
        if (!overlap.isPrepared()) {
            overlap.prepare();
        }
    }

    /** Sets the key and name of this thread's test, if it was started without. */
    public void identify(Framework framework, Object key, TestName name) {
        announce(name);
        identified(framework, key, name);
    }

    private synchronized void identified(Framework framework, Object key, TestName name) {
        OpenTest running = rows.testOn(Thread.currentThread());
        if (running != null && running.knows(framework) && running.key(framework) == null) {
            running.learn(framework, key, name);
        }
    }

    /** Takes the hits of an open test; later ones are not its own. */
    public synchronized void seal(Framework framework, Object key) {
        OpenTest test = rows.open.find(framework, key);
        if (test != null) {
            rows.captureOnce(test);
        }
    }

    /**
     * Handles a failed or aborted test or, outside of tests, fixture.
     *
     * @param name for a separate row if the failure is outside any test; null for none
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
        boolean leaves = TimeOuts.leavesThread(thrown, failure);
        synchronized (this) {
            if (test != null) {
                test.failure = failure;
                test.leavesThread |= leaves;
                return;
            }
            if (container != null) {
                int[] used = fixtures.ofFailing(container, row);
                row = recorder.startTest();
                rows.charge(used);
            }
            recorder.endTest(row, vintage.nameOutsideTests(framework, name), outcome, 0, failure);
        }
        tellApart(leaves);
    }

    /**
     * Notes that this thread's test leaves a thread running, because its framework gave up waiting. The test may catch the
     * exception, or a rule may replace it, so the failure need not say so.
     */
    public synchronized void timesOut() {
        OpenTest test = rows.testOn(Thread.currentThread());
        if (test != null) {
            test.leavesThread = true;
        }
    }

    /** Notes that this thread's test gives up waiting, usually for a task. It may expect that, and pass. */
    public synchronized void givesUpWaiting() {
        OpenTest test = rows.testOn(Thread.currentThread());
        if (test != null) {
            test.gaveUpWaiting = true;
        }
    }

    /**
     * Ends a test, with the outcome of its failures.
     *
     * @return the number of its row, or -1
     */
    public int end(Framework framework, Object key) {
        long now = System.nanoTime();
        int row;
        boolean leaves;
        boolean waited;
        boolean failed;
        Failure failure;
        synchronized (this) {
            OpenTest test = rows.open.find(framework, key);
            row = test == null ? -1 : rows.close(test, now);
            leaves = test != null && test.leavesThread;
            waited = test != null && test.gaveUpWaiting;
            failure = test == null ? null : test.failure;
            failed = test != null && test.outcome == Outcome.FAILED;
            rows.resume(framework, key);
        }
        tellApart(leaves || !overlap.isPrepared() && goesOn(waited, failed, failure));
        return row;
    }

    /** Whether another thread goes on with what a test began. A JVM that cannot show its threads' stacks knows of none. */
    private boolean goesOn(boolean waited, boolean failed, Failure failure) {
        try {
            if ((waited || TimeOuts.mayLeaveTask(failure)) && LeftTasks.goOn()) {
                return true;
            }
            return failed && failure != null && failuresLooked++ < MOST_FAILURES && LeftTasks.goOnOf(failure);
        } catch (SecurityException | OutOfMemoryError unseen) {
            return false;
        }
    }

    /**
     * Tells threads apart once a test has left one running, so that no later row has what that one executes. Done only
     * when the test's row is written: the thread's hits were its own until then.
     */
    private void tellApart(boolean leavesThread) {
        if (leavesThread && !overlap.isPrepared()) {
            // Without our lock, as in start.
            overlap.prepare();
            recorder.collectBetween();
        }
    }

    /** Adds fixtures to an open test or fixture, besides those of its containers. */
    public synchronized void addFixtures(Framework framework, Object key, int[] numbers) {
        fixtures.add(framework, key, numbers);
    }

    /**
     * Turns a test into a container, because a test inside it is about to start. Hits so far become a fixture of the
     * inner tests; its row is written at its end. Does nothing the second time.
     */
    public synchronized void splits(Framework framework, Object key) {
        fixtures.splits(framework, key);
    }

    /**
     * Ends a test that was {@link #splits split}: its row has the hits outside its inner tests.
     *
     * @return false if it was not split
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
            fixtures.endsPart(container);
            row = recorder.startRow(!rows.isQuiet(Thread.currentThread()));
            recorder.capture(row);
        }
        Failure failure = outcome == Outcome.PASSED ? null : Failure.of(thrown);
        synchronized (this) {
            fixtures.closeSplit(container, row, outcome, now, failure);
        }
        tellApart(TimeOuts.leavesThread(thrown, failure));
        return true;
    }

    /**
     * Begins a shared creation on this thread, for more than its test or container. Must be paired with {@link
     * #endShared} on this thread.
     */
    public Context beginShared() {
        return recorder.startShared();
    }

    /**
     * Ends a shared creation, successful or not.
     *
     * @return the number of its fixture, or -1
     */
    public int endShared(Context shared, TestName name) {
        return recorder.endShared(shared, name);
    }

    /** Sets hits aside. Must be paired with {@link #endAside} on this thread. */
    public void beginAside() {
        recorder.beginAside();
    }

    /** Ends setting hits aside: they are dropped, or count as if they had not been set aside. */
    public void endAside(boolean forget) {
        recorder.endAside(forget);
    }

    /** Adds shared creations to this thread's test, or to the container that it prepares. */
    public synchronized void uses(int[] shared) {
        fixtures.uses(shared);
    }

    /** Returns this thread's owner, from the recorder; null if there is none. */
    Context owner() {
        return recorder.owner();
    }

    /**
     * Adds what initialisers ran to the test or container of this thread. Without one, adds it to that of {@code owner}
     * or, while threads are not told apart, to the only open one. Ignores a test that has ended except for its report.
     */
    synchronized void causes(int[] made, Context owner) {
        fixtures.causes(made, owner);
    }

    /** Adds a fixture to a test that has ended, for code that runs after each test. */
    public synchronized void charge(int row, int fixture) {
        recorder.charge(row, new int[] {fixture});
    }

    /** Handles a started test that turned out to be skipped, because its fixture was aborted. */
    public synchronized void abandon(Framework framework, Object key) {
        OpenTest test = rows.open.find(framework, key);
        if (test != null) {
            test.outcome = Outcome.SKIPPED;
            rows.close(test, test.startNanos);
        }
    }

    /** Handles a skipped test. */
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

    /** At the end of the JVM, writes rows for open tests, which will not be reported any more. */
    public synchronized void jvmEnds() {
        rows.jvmEnds();
    }

    /** Whether this framework started this thread's test under this key (null: without a key so far). */
    public synchronized boolean awaits(Framework framework, Object key) {
        OpenTest running = rows.testOn(Thread.currentThread());
        if (running == null || running.prepared || !running.knows(framework)) {
            return false;
        }
        return running.key(framework) == null || OpenTest.same(running.key(framework), key);
    }

    /**
     * Starts a container of tests on this thread, or a fixture reported by its framework: the next hits are for all of
     * its tests.
     *
     * @param after whether it runs after these tests
     * @return false inside a test, which then includes it
     */
    public boolean opens(Framework framework, Object key, TestName name, boolean after) {
        Boolean opened = opened(framework, key, name, after, overlap.isPrepared());
        if (opened == null) {
            overlap.prepare();
            opened = opened(framework, key, name, after, true);
        }
        return opened;
    }

    /** Returns null if overlapping must be prepared first. */
    private synchronized Boolean opened(
            Framework framework, Object key, TestName name, boolean after, boolean prepared) {
        return fixtures.opened(framework, key, name, after, prepared);
    }

    /** Ends the fixture of this thread's container, which turns to its tests. */
    public synchronized void handsOn() {
        rows.settle(Thread.currentThread());
    }

    /** Ends the fixture of a container on any thread: the first of its tests is about to start. */
    public synchronized void handsOn(Framework framework, Object key) {
        fixtures.handsOn(framework, key);
    }

    /** Ends what this thread's container has run since its last child: that was for this child, and belongs to no other. */
    public synchronized void turnsTo(Object child) {
        fixtures.turnsTo(child);
    }

    /** Notes that a child of this thread's container is over: what the container runs now is for the next one. */
    public synchronized void continues(Framework framework) {
        fixtures.continues(framework);
    }

    /** Called before a container reports its end: later hits are not its own. */
    public synchronized void completes(Framework framework, Object key) {
        fixtures.completes(framework, key);
    }

    /**
     * Ends a container, or a fixture reported by its framework.
     *
     * @return the numbers of the fixtures of all its tests
     */
    public synchronized int[] closes(Framework framework, Object key) {
        return fixtures.closes(framework, key);
    }

    /** Handles the start of a platform container (an engine or class). */
    public synchronized void containerStarted(TestName name) {
        vintage.started(name);
    }

    /** Handles the end of a platform container. */
    public synchronized void containerFinished(TestName name) {
        vintage.finished(name);
    }

    /** Whether this thread runs a test. */
    public synchronized boolean runsTest() {
        OpenTest running = rows.testOn(Thread.currentThread());
        return running != null && !running.prepared;
    }

    /** Whether a test or a fixture runs on this thread, or, if {@code anywhere}, on any. */
    public synchronized boolean isTesting(boolean anywhere) {
        Thread thread = Thread.currentThread();
        return rows.testOn(thread) != null || rows.preparingOn(thread) != null || anywhere && rows.anyRuns();
    }

    /**
     * Returns the id of the test that runs on this thread, or, if {@code anywhere}, for which this thread works: the
     * oldest open test while threads are not told apart. Null if there is none, or it has no name yet.
     */
    public synchronized String testId(boolean anywhere) {
        Thread thread = Thread.currentThread();
        OpenTest test = rows.testOn(thread);
        if (test == null && anywhere && rows.preparingOn(thread) == null) {
            test = rows.open.of(Scopes.here().owner(), !rows.overlapPrepared());
        }
        return test == null || test.name == null ? null : test.name.id;
    }

    /** Returns the counts of tests. */
    public Counts counts() {
        return rows.counts;
    }
}
