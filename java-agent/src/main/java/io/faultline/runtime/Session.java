package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The state machine that turns the reports of test frameworks into rows.
 *
 * <p>One test is one row, however many frameworks report it: the outermost start opens it, the first
 * end closes it, and the platform's unique id, where there is one, names it. A test that runs other
 * tests in its body (tests of test tools) is one row too. Ends without a start, starts without an end
 * and reports from other threads do no harm.
 *
 * <p>At a failure the hits are captured before anything else is done: whoever formats the exception
 * next may run the code under test.
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
    private final Reported reported = new Reported();

    /** True while the platform runs JUnit 3 and 4 tests, whose own reports then come first. */
    private boolean vintage;

    /** The class that the Vintage engine runs, by its unique id. */
    private TestName vintageClass;

    public Session(Recorder recorder) {
        this(recorder, Overlap.IGNORED);
    }

    public Session(Recorder recorder, Overlap overlap) {
        this.recorder = recorder;
        this.overlap = overlap;
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
        if (!prepared && overlaps()) {
            return false;
        }
        OpenTest test = new OpenTest(thread, framework, key, name, System.nanoTime());
        open.add(test);
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
        return false;
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
        synchronized (this) {
            test = find(framework, key);
            if (test == null) {
                boolean inner = openOn(Thread.currentThread()) != null;
                if (inner || name == null || reported.before(framework, key, thrown)) {
                    return;
                }
                row = recorder.startRow(!open.isEmpty());
                recorder.capture(row);
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
            if (test == null) {
                recorder.endTest(row, rowOutsideTests(framework, name), outcome, 0, failure);
            } else {
                test.failure = failure;
            }
        }
    }

    /** A test ended, with the outcome its failures gave it. */
    public void end(Framework framework, Object key) {
        long now = System.nanoTime();
        synchronized (this) {
            OpenTest test = find(framework, key);
            if (test != null) {
                close(test, now);
            }
        }
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
        if (vintage && framework != Framework.PLATFORM) {
            return; // the platform reports it next, under its unique id
        }
        if (openOn(Thread.currentThread()) != null || reported.before(framework, key, null)) {
            return;
        }
        recorder.skipTest(name);
    }

    /** True when this thread's test was started by this framework under this key (null: under none yet). */
    public synchronized boolean awaits(Framework framework, Object key) {
        OpenTest running = openOn(Thread.currentThread());
        if (running == null || !running.knows(framework)) {
            return false;
        }
        return running.key(framework) == null || OpenTest.same(running.key(framework), key);
    }

    /** A container of the platform (an engine, a class) starts. */
    public synchronized void containerStarted(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = true;
        } else if (vintage && name.className != null && name.method == null) {
            vintageClass = name;
        }
    }

    /** A container of the platform ended. */
    public synchronized void containerFinished(TestName name) {
        if (name.id.endsWith(VINTAGE)) {
            vintage = false;
            vintageClass = null;
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
        boolean wrapped = framework != Framework.PLATFORM && vintageClass != null;
        return wrapped && vintageClass.className.equals(name.className) ? vintageClass : name;
    }

    private void captureOnce(OpenTest test) {
        if (!test.captured) {
            test.captured = true;
            recorder.capture(test.hits);
        }
    }

    private void close(OpenTest test, long now) {
        open.remove(test);
        TestName name = test.name == null ? new TestName("", null, null) : test.name;
        recorder.endTest(test.hits, name, test.outcome, Math.max(0, now - test.startNanos), test.failure);
    }

    private OpenTest openOn(Thread thread) {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).thread == thread) {
                return open.get(i);
            }
        }
        return null;
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
