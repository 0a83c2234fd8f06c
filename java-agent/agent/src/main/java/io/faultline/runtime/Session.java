package io.faultline.runtime;

import io.faultline.runtime.Interruptions.Interruption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The state machine that converts the reports of test frameworks to rows.
 *
 * <p>A test is one row, however many frameworks report it: the outermost start opens it, the first end closes it, and
 * the platform's unique id, if any, names it. A test that runs other tests in its body (tests of test tools) is one row
 * too. A test that merely begins on the stack of another test of the same run is a separate row, see {@link
 * Interruptions}. Ends without a start, starts without an end and reports from other threads do no harm.
 *
 * <p>A row begins when the framework creates the test's instance, so it includes the constructor. Code of a container
 * before its first test (class fixtures, factories of arguments) is recorded as a fixture that counts for all its
 * tests; code after the last test is recorded separately. Hits between tests are dropped, because reporters format
 * exceptions there.
 *
 * <p>At a failure the hits are captured first, because formatting the exception may run code under test. Assertion
 * libraries format values before there is an exception; that is set {@link #beginAside aside}.
 *
 * <p>Threads: any; boundaries of parallel tests are serialised. No application code runs under the lock. Errors: wrong
 * events cause none. Cost: a few comparisons, besides the recorder's.
 */
public final class Session {
    private static final String VINTAGE = "[engine:junit-vintage]";
    private static final String JUPITER = "[engine:junit-jupiter]";

    private final Recorder recorder;
    private final Overlap overlap;
    private final List<OpenTest> open = new ArrayList<>(4);
    private final TestClasses classes;
    private final Containers containers;
    private final Interruptions interruptions = new Interruptions();
    private final Reported reported = new Reported();
    private final Counts counts = new Counts();

    /** Whether the platform is running JUnit 3 and 4 tests, whose own reports come first. */
    private boolean vintage;

    /** The classes that the Vintage engine runs or ran, by name. */
    private final Map<String, TestName> vintageClasses = new HashMap<>();

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
        this.classes = classes;
        this.containers = new Containers(classes);
    }

    /**
     * Starts a test on this thread.
     *
     * @param key identifies the test in later events of this framework; may be null, with a null name, until {@link
     * #identify}
     */
    public void start(Framework framework, Object key, TestName name) {
        if (!started(framework, key, name, overlap.isPrepared())) {
            // Not under the lock: other tests continue, and may end, while this one waits.
            overlap.prepare();
            started(framework, key, name, true);
        }
    }

    /** Returns false if overlapping must be prepared first, because a test runs on another thread. */
    private synchronized boolean started(Framework framework, Object key, TestName name, boolean prepared) {
        Thread thread = Thread.currentThread();
        OpenTest running = openOn(thread);
        if (running != null && running.prepared) {
            running = begin(running, framework, key, name);
        }
        if (running != null) {
            if (continues(running, framework, key, name)) {
                running.learn(framework, key, name);
                return true;
            }
            if (!neverEnded(running, framework)) {
                return true;
            }
            close(running, System.nanoTime());
        }
        int level = interruptions.level(thread);
        if (!open(new OpenTest(thread, level, framework, key, name, System.nanoTime()), prepared)) {
            return false;
        }
        counts.started();
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
        OpenTest running = openOn(thread);
        if (running != null) {
            if (!running.prepared || again) {
                return true;
            }
            drop(running);
        }
        int level = interruptions.level(thread);
        OpenTest test = new OpenTest(thread, level, framework, key, null, System.nanoTime());
        test.prepared = true;
        return open(test, overlapPrepared);
    }

    /** Starts a test whose instance was created; returns null if it is another test. */
    private OpenTest begin(OpenTest prepared, Framework framework, Object key, TestName name) {
        if (!continues(prepared, framework, key, name)) {
            drop(prepared);
            return null;
        }
        prepared.prepared = false;
        prepared.startNanos = System.nanoTime();
        counts.started();
        return prepared;
    }

    /**
     * Returns the key, in this framework, of the test that this thread runs, or of the container whose fixture it runs;
     * null if there is none.
     */
    public synchronized Object running(Framework framework) {
        Thread thread = Thread.currentThread();
        OpenTest test = openOn(thread);
        if (test != null) {
            return test.key(framework);
        }
        Container container = preparingOn(thread);
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
        OpenTest test = openOn(thread);
        if (test == null && preparingOn(thread) == null) {
            return true;
        }
        if (!prepared) {
            return false;
        }
        interruptions.add(new Interruption(thread, framework, key, recorder.interrupt()));
        return true;
    }

    /** Ends an interruption. */
    public synchronized void resumes(Framework framework, Object key) {
        resume(framework, key);
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

    /** Ends an interruption and what it left open; the interrupted test continues. */
    private void resume(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        unwind(thread, interruptions.below(thread, framework, key));
    }

    /** Returns a thread to a level: everything left open above has ended without a report. */
    private void unwind(Thread thread, int level) {
        for (int above = interruptions.level(thread); above > level; above--) {
            abandonAt(thread, above);
            containers.removeAbove(thread, above - 1);
            recorder.resume(interruptions.takeLast(thread).left);
        }
    }

    /** Closes the tests that a thread left open at a level. */
    private void abandonAt(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            OpenTest test = open.get(i);
            if (test.thread != thread || test.level != level) {
                continue;
            }
            if (test.prepared) {
                drop(test);
            } else {
                test.outcome = test.outcome == Outcome.PASSED ? Outcome.ABORTED : test.outcome;
                cutOff(test, System.nanoTime());
            }
        }
    }

    /** Sets the key and name of this thread's test, if it was started without. */
    public synchronized void identify(Framework framework, Object key, TestName name) {
        OpenTest running = openOn(Thread.currentThread());
        if (running != null && running.knows(framework) && running.key(framework) == null) {
            running.learn(framework, key, name);
        }
    }

    /** Takes the hits of an open test; later ones are not its own. */
    public synchronized void seal(Framework framework, Object key) {
        OpenTest test = find(framework, key);
        if (test != null) {
            captureOnce(test);
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
            test = find(framework, key);
            if (test == null) {
                Thread thread = Thread.currentThread();
                OpenTest running = openOn(thread);
                boolean inner = running != null && !running.prepared;
                if (inner || name == null || reported.before(framework, key, thrown)) {
                    return;
                }
                dropPrepared(thread);
                container = failing(framework, key, thread);
                if (container != null && container.preparing) {
                    recorder.capture(container.hits);
                } else {
                    row = recorder.startRow(!isQuiet(thread));
                    recorder.capture(row);
                }
            } else {
                captureOnce(test);
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
                int[] fixtures = fixturesOfFailing(container, row);
                row = recorder.startTest();
                charge(fixtures);
            }
            recorder.endTest(row, rowOutsideTests(framework, name), outcome, 0, failure);
        }
    }

    /** Returns the container whose fixture failed; null if unknown. */
    private Container failing(Framework framework, Object key, Thread thread) {
        Container container = containers.find(framework, key);
        if (container != null) {
            return container.thread == thread ? container : null;
        }
        Container innermost = containers.innermost(thread, interruptions.level(thread));
        return innermost != null && innermost.framework == framework ? innermost : null;
    }

    /** Ends the failed fixture and adds it to its row's; after the tests it has {@code hits}. */
    private int[] fixturesOfFailing(Container container, Context hits) {
        if (container.preparing) {
            settle(container.thread);
            return containers.fixturesOf(container);
        }
        int after = recorder.endFixture(hits, container.name, true);
        return Container.with(containers.fixturesOf(container), after);
    }

    /**
     * Ends a test, with the outcome of its failures.
     *
     * @return the number of its row, or -1
     */
    public int end(Framework framework, Object key) {
        long now = System.nanoTime();
        synchronized (this) {
            OpenTest test = find(framework, key);
            int row = test == null ? -1 : close(test, now);
            resume(framework, key);
            return row;
        }
    }

    /** Adds fixtures to an open test or fixture, besides those of its containers. */
    public synchronized void addFixtures(Framework framework, Object key, int[] fixtures) {
        OpenTest test = find(framework, key);
        Container container = test == null ? containers.find(framework, key) : null;
        if (test != null) {
            test.add(fixtures);
        } else if (container != null) {
            for (int fixture : fixtures) {
                container.add(fixture);
            }
        }
    }

    /**
     * Turns a test into a container, because a test inside it is about to start. Hits so far become a fixture of the
     * inner tests; its row is written at its end. Does nothing the second time.
     */
    public synchronized void splits(Framework framework, Object key) {
        OpenTest test = find(framework, key);
        if (test == null || test.name == null) {
            return;
        }
        open.remove(test);
        Throws.testEnded();
        Container container =
                new Container(
                        framework,
                        key,
                        test.name,
                        test.thread,
                        test.level,
                        containers.innermost(test.thread, test.level),
                        false);
        container.isTest = true;
        container.startNanos = test.startNanos;
        container.hits = test.hits;
        container.fixtures = test.fixtures;
        containers.add(container);
        settle(container);
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
            container = containers.find(framework, key);
            if (container == null || !container.isTest) {
                return false;
            }
            row = recorder.startRow(!isQuiet(Thread.currentThread()));
            recorder.capture(row);
        }
        Failure failure = outcome == Outcome.PASSED ? null : Failure.of(thrown);
        synchronized (this) {
            counts.ended();
            counts.named();
            charge(containers.fixturesOf(container));
            containers.remove(container);
            recorder.endTest(row, container.name, outcome, Math.max(0, now - container.startNanos), failure);
        }
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
        Thread thread = Thread.currentThread();
        OpenTest running = openOn(thread);
        Container preparing = running == null ? preparingOn(thread) : null;
        if (running != null) {
            running.add(shared);
        } else if (preparing != null) {
            for (int number : shared) {
                preparing.add(number);
            }
        }
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
        OpenTest test = openOn(Thread.currentThread());
        Container preparing = test == null ? preparingOn(Thread.currentThread()) : null;
        if (test == null && preparing == null) {
            test = testOf(owner);
            preparing = test == null ? containers.preparing(owner, !overlap.isPrepared()) : null;
        }
        if (test != null && !test.captured) {
            test.add(made);
        } else if (preparing != null) {
            preparing.fixtures = Container.withAll(preparing.fixtures, made);
        }
    }

    private OpenTest testOf(Context owner) {
        for (int i = 0; i < open.size(); i++) {
            if (owner != null && open.get(i).hits == owner) {
                return open.get(i);
            }
        }
        return overlap.isPrepared() || open.isEmpty() ? null : open.get(0);
    }

    /** Adds a fixture to a test that has ended, for code that runs after each test. */
    public synchronized void charge(int row, int fixture) {
        recorder.charge(row, new int[] {fixture});
    }

    /** Handles a started test that turned out to be skipped, because its fixture was aborted. */
    public synchronized void abandon(Framework framework, Object key) {
        OpenTest test = find(framework, key);
        if (test != null) {
            test.outcome = Outcome.SKIPPED;
            close(test, test.startNanos);
        }
    }

    /** Handles a skipped test. */
    public synchronized void skip(Framework framework, Object key, TestName name) {
        skipped(framework, key, name);
        resume(framework, key);
    }

    private void skipped(Framework framework, Object key, TestName name) {
        dropPrepared(Thread.currentThread());
        Container container = containers.find(framework, key);
        if (container != null && container.preparing && container.thread == Thread.currentThread()) {
            recorder.dropTest(container.hits);
            containers.remove(container);
        }
        if (vintage && framework != Framework.PLATFORM) {
            return; // the platform will report it, with its unique id
        }
        if (openOn(Thread.currentThread()) != null || reported.before(framework, key, null)) {
            return;
        }
        recorder.skipTest(name);
    }

    /** At the end of the JVM, writes rows for open tests, which will not be reported any more. */
    public synchronized void jvmEnds() {
        if (open.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        JvmEnd end = JvmEnd.now();
        boolean only = open.size() == 1;
        // Oldest first: that one is ended by a thread without a test.
        for (OpenTest test : new ArrayList<>(open)) {
            if (test.prepared && test.name == null) {
                drop(test); // only its instance is being created: its test is unknown
                continue;
            }
            if (test.outcome == Outcome.PASSED) {
                boolean waits = test.level < interruptions.level(test.thread);
                test.outcome = waits ? Outcome.ABORTED : end.outcomeOf(test.thread, only);
                test.failure = end.failureOf(test.thread, only);
            }
            cutOff(test, now);
        }
    }

    /** Whether this framework started this thread's test under this key (null: without a key so far). */
    public synchronized boolean awaits(Framework framework, Object key) {
        OpenTest running = openOn(Thread.currentThread());
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
    private synchronized Boolean opened(Framework framework, Object key, TestName name, boolean after, boolean prepared) {
        Thread thread = Thread.currentThread();
        if (containers.find(framework, key) != null) {
            return false;
        }
        dropPrepared(thread);
        if (openOn(thread) != null) {
            return false;
        }
        settle(thread);
        if (!prepared && overlaps()) {
            return null;
        }
        int level = interruptions.level(thread);
        Container around = containers.innermost(thread, level);
        Container container = new Container(framework, key, name, thread, level, around, after);
        containers.add(container);
        container.hits = recorder.startTest();
        return true;
    }

    /** Ends the fixture of this thread's container, which turns to its tests. */
    public synchronized void handsOn() {
        settle(Thread.currentThread());
    }

    /** Ends the fixture of a container on any thread: the first of its tests is about to start. */
    public synchronized void handsOn(Framework framework, Object key) {
        Container container = containers.find(framework, key);
        if (container != null && container.preparing) {
            settle(container);
        }
    }

    /** Called before a container reports its end: later hits are not its own. */
    public synchronized void completes(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        Container container = containers.find(framework, key);
        if (container != null && container.thread == thread && (container.preparing || isQuiet(thread))) {
            recorder.capture(container.preparing ? container.hits : null);
        }
    }

    /**
     * Ends a container, or a fixture reported by its framework.
     *
     * @return the numbers of the fixtures of all its tests
     */
    public synchronized int[] closes(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        int below = interruptions.below(thread, framework, key);
        if (below < Integer.MAX_VALUE) {
            abandonAt(thread, below + 1);
        }
        int[] fixtures = closed(framework, key);
        unwind(thread, below);
        return fixtures;
    }

    private int[] closed(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        Container container = containers.find(framework, key);
        if (container == null) {
            // Closed already by another listener, or part of a test.
            return new int[0];
        }
        if (container.thread == thread) {
            unwind(thread, container.level);
        }
        dropPrepared(thread);
        if (container.preparing) {
            settle(container.thread);
        } else if (container.framework != Framework.TESTNG && (isQuiet(thread) || overlap.isPrepared())) {
            recorder.endFixture(recorder.startRow(!isQuiet(thread)), container.name, true);
        }
        containers.remove(container);
        return container.fixtures;
    }

    /** Handles the start of a platform container (an engine or class). */
    public synchronized void containerStarted(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = true;
        } else if (vintage && name.className != null && name.method == null) {
            vintageClasses.put(name.className, name);
        }
    }

    /** Handles the end of a platform container. */
    public synchronized void containerFinished(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = false;
            vintageClasses.clear();
        }
    }

    /** Whether a start is another report of the running test, rather than a test inside it. */
    private static boolean continues(OpenTest running, Framework framework, Object key, TestName name) {
        if (running.knows(framework)) {
            return running.key(framework) == null || running.is(framework, key);
        }
        if (framework == Framework.PLATFORM) {
            // Other engines wrap frameworks that report first; Jupiter reports only its own tests.
            return name != null && !name.id.contains(JUPITER);
        }
        return framework != Framework.TESTNG
                && (running.outermost == Framework.JUNIT3 || running.outermost == Framework.JUNIT4)
                && name != null
                && running.first != null
                && running.first.id.equals(name.id);
    }

    /** Whether a failed test has ended without report, because its framework starts the next one. */
    private static boolean neverEnded(OpenTest running, Framework framework) {
        return running.outcome != Outcome.PASSED && running.outermost == framework;
    }

    private TestName rowOutsideTests(Framework framework, TestName name) {
        TestName wrapped = framework == Framework.PLATFORM ? null : vintageClasses.get(name.className);
        return wrapped == null ? name : wrapped;
    }

    private void captureOnce(OpenTest test) {
        if (!test.captured) {
            test.captured = true;
            recorder.capture(test.hits);
        }
    }

    /** Closes a test whose end was not reported. */
    private void cutOff(OpenTest test, long now) {
        counts.aborted();
        row(test, now);
    }

    private int close(OpenTest test, long now) {
        counts.ended();
        return row(test, now);
    }

    private int row(OpenTest test, long now) {
        open.remove(test);
        if (test.knows(Framework.PLATFORM)) {
            counts.named();
        }
        Throws.testEnded();
        TestName name = test.name == null ? new TestName("", null, null) : test.name;
        int[] fixtures = Container.withAll(containers.fixturesOf(test), test.fixtures);
        int row = charge(classes.addUsed(fixtures, name.className));
        recorder.endTest(test.hits, name, test.outcome, Math.max(0, now - test.startNanos), test.failure);
        return row;
    }

    /** Whether this thread runs a test. */
    public synchronized boolean runsTest() {
        OpenTest running = openOn(Thread.currentThread());
        return running != null && !running.prepared;
    }

    /** Returns the counts of tests. */
    public Counts counts() {
        return counts;
    }

    /** Assigns fixtures to the next row; returns its number. */
    private int charge(int[] fixtures) {
        int row = recorder.tests();
        if (fixtures.length > 0) {
            recorder.charge(row, fixtures);
        }
        return row;
    }

    private boolean open(OpenTest test, boolean prepared) {
        settle(test.thread);
        if (!prepared && overlaps()) {
            return false;
        }
        open.add(test);
        Throws.testStarted();
        test.hits = recorder.startTest();
        return true;
    }

    /** Whether a test is open that may still be running. A test whose thread has ended does not count. */
    private boolean overlaps() {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).thread.isAlive()) {
                return true;
            }
        }
        return containers.anyPreparing();
    }

    /** Records the fixture that this thread has run so far for a container. */
    private void settle(Thread thread) {
        Container container = preparingOn(thread);
        if (container != null) {
            settle(container);
        }
    }

    private void settle(Container container) {
        container.preparing = false;
        container.own = recorder.endFixture(container.hits, container.name, container.after);
        container.add(container.own);
    }

    private void dropPrepared(Thread thread) {
        OpenTest running = openOn(thread);
        if (running != null && running.prepared) {
            drop(running);
        }
    }

    private void drop(OpenTest test) {
        open.remove(test);
        Throws.testEnded();
        recorder.dropTest(test.hits);
    }

    /** Whether no test is open and no other thread runs a fixture. */
    private boolean isQuiet(Thread thread) {
        return open.isEmpty() && (preparingOn(thread) != null || !containers.anyPreparing());
    }

    /** Returns the test that a thread runs, if it is not interrupted. */
    private OpenTest openOn(Thread thread) {
        int level = interruptions.level(thread);
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).thread == thread && open.get(i).level == level) {
                return open.get(i);
            }
        }
        return null;
    }

    private Container preparingOn(Thread thread) {
        return containers.preparing(thread, interruptions.level(thread));
    }

    /** Returns this thread's test if the key matches, otherwise any open test with this key. */
    private OpenTest find(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        OpenTest elsewhere = null;
        for (int i = 0; i < open.size(); i++) {
            OpenTest test = open.get(i);
            if (test.is(framework, key)) {
                if (test.thread == thread) {
                    return test;
                }
                elsewhere = test;
            }
        }
        return elsewhere;
    }
}
