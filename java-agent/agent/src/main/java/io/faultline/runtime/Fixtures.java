package io.faultline.runtime;

/**
 * Records the code that a container runs before and after its tests, and fixtures that a framework reports by
 * themselves. Code before the tests counts for all tests of the container.
 *
 * <p>Threads: guarded by the session's lock.
 */
final class Fixtures {
    private final Rows rows;

    Fixtures(Rows rows) {
        this.rows = rows;
    }

    /** Returns null if overlapping must be prepared first; otherwise as {@link Session#opens}. */
    Boolean opened(Framework framework, Object key, TestName name, boolean after, boolean overlapPrepared) {
        Thread thread = Thread.currentThread();
        if (rows.containers.find(framework, key) != null) {
            return false;
        }
        rows.dropPrepared(thread);
        if (rows.testOn(thread) != null) {
            return false;
        }
        rows.settle(thread);
        if (!overlapPrepared && rows.anyRuns()) {
            return null;
        }
        int level = rows.level(thread);
        Container around = rows.containers.innermost(thread, level);
        Container container = new Container(framework, key, name, thread, level, around, after);
        container.fixtures = rows.madeFor(framework, key);
        rows.containers.add(container);
        container.hits = rows.recorder.startTest();
        return true;
    }

    /** Ends the fixture of a container on any thread: the first of its tests is about to start. */
    void handsOn(Framework framework, Object key) {
        Container container = rows.containers.find(framework, key);
        if (container != null && container.preparing) {
            rows.settle(container);
        }
    }

    /** As {@link Session#turnsTo}. */
    void turnsTo(Object child) {
        Container container = rows.preparingOn(Thread.currentThread());
        if (container != null && container.isBetween) {
            int number = rows.endPart(container, false);
            if (number >= 0) {
                rows.madeFor.put(child, new int[] {number});
            }
        }
    }

    /** As {@link Session#continues}. */
    void continues(Framework framework) {
        Thread thread = Thread.currentThread();
        Container container = rows.containers.innermost(thread, rows.level(thread));
        boolean turned = container != null && container.framework == framework && !container.preparing;
        if (turned && rows.testOn(thread) == null && (rows.overlapPrepared() || !rows.anyRuns())) {
            container.preparing = true;
            container.isBetween = true;
            container.hits = rows.recorder.startTest();
        }
    }

    /** Ends what a split test has run since its last inner test, which is its own. */
    void endsPart(Container container) {
        if (container.preparing) {
            container.add(rows.endPart(container, true));
        }
    }

    /** Called before a container reports its end: later hits are not its own. */
    void completes(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        Container container = rows.containers.find(framework, key);
        if (container != null && container.thread == thread && (container.preparing || rows.isQuiet(thread))) {
            rows.recorder.capture(container.preparing ? container.hits : null);
        }
    }

    /** As {@link Session#closes}. */
    int[] closes(Framework framework, Object key) {
        Thread thread = Thread.currentThread();
        int below = rows.below(thread, framework, key);
        if (below < Integer.MAX_VALUE) {
            rows.abandonAt(thread, below + 1);
        }
        int[] fixtures = closed(framework, key, thread);
        rows.unwind(thread, below);
        return fixtures;
    }

    private int[] closed(Framework framework, Object key, Thread thread) {
        Container container = rows.containers.find(framework, key);
        if (container == null) {
            // Another listener has said so before, or it was a part of a test: what goes on here is no part of it.
            return new int[0];
        }
        if (container.thread == thread) {
            rows.unwind(thread, container.level);
        }
        rows.dropPrepared(thread);
        if (container.preparing && container.isBetween) {
            rows.endPart(container, true);
        } else if (container.preparing) {
            rows.settle(container.thread);
        } else if (container.framework != Framework.TESTNG && (rows.isQuiet(thread) || rows.overlapPrepared())) {
            rows.recorder.endFixture(rows.recorder.startRow(!rows.isQuiet(thread)), container.name, true);
        }
        rows.containers.remove(container);
        return container.fixtures;
    }

    /** Returns the container whose fixture failed; null if unknown. */
    Container failing(Framework framework, Object key, Thread thread) {
        Container container = rows.containers.find(framework, key);
        if (container != null) {
            return container.thread == thread ? container : null;
        }
        Container innermost = rows.containers.innermost(thread, rows.level(thread));
        return innermost != null && innermost.framework == framework ? innermost : null;
    }

    /** Ends a failed fixture and returns the fixtures of its row. {@code hits}: its hits, if it ran after the tests. */
    int[] ofFailing(Container container, Context hits) {
        if (container.preparing) {
            rows.settle(container.thread);
            return rows.containers.fixturesOf(container);
        }
        int after = rows.recorder.endFixture(hits, container.name, true);
        return Container.with(rows.containers.fixturesOf(container), after);
    }

    /** Drops a skipped container and the fixture that it was running. */
    void skip(Framework framework, Object key) {
        Container container = rows.containers.find(framework, key);
        if (container != null && container.preparing && container.thread == Thread.currentThread()) {
            rows.recorder.dropTest(container.hits);
            rows.containers.remove(container);
        }
    }

    /** As {@link Session#splits}. */
    void splits(Framework framework, Object key) {
        OpenTest test = rows.open.find(framework, key);
        if (test == null || test.name == null) {
            return;
        }
        rows.remove(test);
        Container around = rows.containers.innermost(test.thread, test.level);
        Container container = new Container(framework, key, test.name, test.thread, test.level, around, false);
        container.isTest = true;
        container.startNanos = test.startNanos;
        container.hits = test.hits;
        container.fixtures = test.fixtures;
        rows.containers.add(container);
        rows.settle(container);
    }

    /** Returns the container that a test of this key was split into; null if there is none. */
    Container splitTest(Framework framework, Object key) {
        Container container = rows.containers.find(framework, key);
        return container != null && container.isTest ? container : null;
    }

    /** Writes the row of a test that was split. */
    void closeSplit(Container container, Context hits, Outcome outcome, long now, Failure failure) {
        rows.counts.ended();
        rows.counts.named();
        rows.charge(rows.containers.fixturesOf(container));
        rows.containers.remove(container);
        rows.recorder.endTest(hits, container.name, outcome, Math.max(0, now - container.startNanos), failure);
    }

    /** Adds shared creations to this thread's test, or to the container that it prepares. */
    void uses(int[] shared) {
        Thread thread = Thread.currentThread();
        add(rows.testOn(thread), rows.preparingOn(thread), shared);
    }

    /** Adds fixtures to an open test or fixture, besides those of its containers. */
    void add(Framework framework, Object key, int[] fixtures) {
        add(rows.open.find(framework, key), rows.containers.find(framework, key), fixtures);
    }

    /** As {@link Session#causes}. */
    void causes(int[] made, Context owner) {
        Thread thread = Thread.currentThread();
        OpenTest test = rows.testOn(thread);
        Container preparing = test == null ? rows.preparingOn(thread) : null;
        if (test == null && preparing == null) {
            boolean any = !rows.overlapPrepared();
            test = rows.open.of(owner, any);
            preparing = test == null ? rows.containers.preparing(owner, any) : null;
        }
        if (test == null || !test.captured) {
            add(test, preparing, made);
        }
    }

    private static void add(OpenTest test, Container container, int[] fixtures) {
        if (test != null) {
            test.add(fixtures);
        } else if (container != null) {
            container.fixtures = Container.withAll(container.fixtures, fixtures);
        }
    }
}
