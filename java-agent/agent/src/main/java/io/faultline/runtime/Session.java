package io.faultline.runtime;

import io.faultline.runtime.Interruptions.Interruption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
 * <p>Threads: any; boundaries of parallel tests take turns. No code of the application runs under the
 * lock. Errors: nothing here throws for wrong events. Cost: a few comparisons beside the recorder's.
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

    /** True while the platform runs JUnit 3 and 4 tests, whose own reports then come first. */
    private boolean vintage;

    /** The classes that the Vintage engine runs, or ran, by their names. */
    private final Map<String, TestName> vintageClasses = new HashMap<>();

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
        this.classes = classes;
        this.containers = new Containers(classes);
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

    /** A test for which the instance was made starts; gives null when it is another one. */
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
     * What this framework knows the test by that this thread runs now, or the container for all of whose tests
     * it runs something; null for none.
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

    /** What began on top of others is over. */
    public synchronized void resumes(Framework framework, Object key) {
        resume(framework, key);
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

    /** What began on top of others is over, and what it left open above them: they go on. */
    private void resume(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        unwind(thread, interruptions.below(thread, framework, key));
    }

    /** A thread is back at a level: what it left open above has ended, although nobody said so. */
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

    /** Gives this thread's test, started without one, its key and name. */
    public synchronized void identify(Framework framework, Object key, TestName name) {
        OpenTest running = openOn(Thread.currentThread());
        if (running != null && running.knows(framework) && running.key(framework) == null) {
            running.learn(framework, key, name);
        }
    }

    /** Takes the hits of an open test; what runs from here to its end is not its own. */
    public synchronized void seal(Framework framework, Object key) {
        OpenTest test = find(framework, key);
        if (test != null) {
            captureOnce(test);
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

    /** The container whose fixture it must be that failed; null where none is known. */
    private Container failing(Framework framework, Object key, Thread thread) {
        Container container = containers.find(framework, key);
        if (container != null) {
            return container.thread == thread ? container : null;
        }
        Container innermost = containers.innermost(thread, interruptions.level(thread));
        return innermost != null && innermost.framework == framework ? innermost : null;
    }

    /** Ends the fixture that failed, which becomes one of its row's; after the tests it has {@code hits}. */
    private int[] fixturesOfFailing(Container container, Context hits) {
        if (container.preparing) {
            settle(container.thread);
            return containers.fixturesOf(container);
        }
        int after = recorder.endFixture(hits, container.name, true);
        return Container.with(containers.fixturesOf(container), after);
    }

    /**
     * A test ended, with the outcome its failures gave it.
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

    /** An open test, or fixture, has these fixtures besides those of its containers. */
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
     * A test of this key turned out to be a container as well: one of its own is about to start. What it
     * ran until now is for all of these; its row comes at its end. Does nothing the second time.
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
     * A test that was {@link #splits split} ended: its row has what it ran outside its own tests.
     *
     * @return false when it was none
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

    /** For whom this thread runs now, as the recorder knows it; null for nobody. */
    Context owner() {
        return recorder.owner();
    }

    /**
     * The test, or all tests of the container, that this thread runs now have run that. Where it runs none itself: who
     * owns it, and while threads are not told apart, who is alone. Not one that has ended but for its report.
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

    /** A test that ended had one more fixture: what runs after each test. */
    public synchronized void charge(int row, int fixture) {
        recorder.charge(row, new int[] {fixture});
    }

    /** A test that was started turned out to be left out: its fixture had given up before. */
    public synchronized void abandon(Framework framework, Object key) {
        OpenTest test = find(framework, key);
        if (test != null) {
            test.outcome = Outcome.SKIPPED;
            close(test, test.startNanos);
        }
    }

    /** A test was left out. */
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
            return; // the platform reports it next, under its unique id
        }
        if (openOn(Thread.currentThread()) != null || reported.before(framework, key, null)) {
            return;
        }
        recorder.skipTest(name);
    }

    /** The JVM ends: the tests that are open will never say how they did, and get their rows now. */
    public synchronized void jvmEnds() {
        if (open.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        JvmEnd end = JvmEnd.now();
        boolean only = open.size() == 1;
        // The oldest first: that is the one which a thread without a test of its own ends.
        for (OpenTest test : new ArrayList<>(open)) {
            if (test.prepared && test.name == null) {
                drop(test); // its instance is being made: nobody has said which test it is for
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

    /** True when this thread's test was started by this framework under this key (null: under none yet). */
    public synchronized boolean awaits(Framework framework, Object key) {
        OpenTest running = openOn(Thread.currentThread());
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

    /** The container of this thread has run what is for all of its tests and hands them on. */
    public synchronized void handsOn() {
        settle(Thread.currentThread());
    }

    /** The container of this key has, of whatever thread: the first of its tests is about to start. */
    public synchronized void handsOn(Framework framework, Object key) {
        Container container = containers.find(framework, key);
        if (container != null && container.preparing) {
            settle(container);
        }
    }

    /** A container is about to say how it ended: what runs from here on is not its own. */
    public synchronized void completes(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        Container container = containers.find(framework, key);
        if (container != null && container.thread == thread && (container.preparing || isQuiet(thread))) {
            recorder.capture(container.preparing ? container.hits : null);
        }
    }

    /**
     * A container, or a fixture that a framework reports by itself, ended.
     *
     * @return the numbers of what was recorded for all of its tests
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
            // Another listener has said so before, or it was a part of a test: what goes on here is no part of it.
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

    /** A container of the platform (an engine, a class) starts. */
    public synchronized void containerStarted(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = true;
        } else if (vintage && name.className != null && name.method == null) {
            vintageClasses.put(name.className, name);
        }
    }

    /** A container of the platform ended. */
    public synchronized void containerFinished(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = false;
            vintageClasses.clear();
        }
    }

    /** Is this start another report of the test that runs, rather than a test inside it? */
    private static boolean continues(OpenTest running, Framework framework, Object key, TestName name) {
        if (running.knows(framework)) {
            return running.key(framework) == null || running.is(framework, key);
        }
        if (framework == Framework.PLATFORM) {
            // Other engines wrap a framework that reports first; Jupiter reports only its own tests.
            return name != null && !name.id.contains(JUPITER);
        }
        return framework != Framework.TESTNG
                && (running.outermost == Framework.JUNIT3 || running.outermost == Framework.JUNIT4)
                && name != null
                && running.first != null
                && running.first.id.equals(name.id);
    }

    /** A failed test whose framework starts the next one has ended, although nobody said so. */
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

    /** Closes a test whose end nobody reported. */
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

    /** Does this thread run a test? */
    public synchronized boolean runsTest() {
        OpenTest running = openOn(Thread.currentThread());
        return running != null && !running.prepared;
    }

    /** Numbers of tests. */
    public Counts counts() {
        return counts;
    }

    /** Charges the next row; gives its number. */
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

    /** Is a test open that may still be running? One whose thread is gone was never told to end. */
    private boolean overlaps() {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).thread.isAlive()) {
                return true;
            }
        }
        return containers.anyPreparing();
    }

    /** What this thread ran for all tests of a container until now is recorded. */
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

    /** No test is open and no other thread runs a fixture. */
    private boolean isQuiet(Thread thread) {
        return open.isEmpty() && (preparingOn(thread) != null || !containers.anyPreparing());
    }

    /** The test that a thread runs, and that is not interrupted. */
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

    /** This thread's test if the key is its own, else any open test with that key. */
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
