package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Tracks threads that begin a test or container on top of another one that continues below.
 *
 * <p>A worker of a fork-join pool that waits in a test for a task of another pool meanwhile runs the next task of its
 * own pool. That may be another test of the same run, which begins, runs and ends on the stack of the first. Both are
 * separate tests. What was open before is hidden until the second test ends: a thread's <em>level</em> counts its
 * interruptions, and a test or container belongs to the level at which it was opened.
 *
 * <p>Threads: guarded by the session's lock. Cost: a look at an empty list in nearly all runs.
 */
final class Interruptions {
    private final List<Interruption> all = new ArrayList<>(4);

    /** A test or container that began on top of others. */
    static final class Interruption {
        final Thread thread;
        final Framework framework;
        final Object key;

        /** The thread's state before, from the recorder. */
        final Object left;

        Interruption(Thread thread, Framework framework, Object key, Object left) {
            this.thread = thread;
            this.framework = framework;
            this.key = key;
            this.left = left;
        }
    }

    void add(Interruption interruption) {
        all.add(interruption);
    }

    /** Returns the current number of interruptions of a thread. */
    int level(Thread thread) {
        int level = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).thread == thread) {
                level++;
            }
        }
        return level;
    }

    /**
     * Returns the level of a thread before a test or container began, if that was an interruption; otherwise the
     * maximum.
     */
    int below(Thread thread, Framework framework, Object key) {
        int level = 0;
        for (int i = 0; i < all.size(); i++) {
            Interruption at = all.get(i);
            if (at.thread == thread) {
                if (at.framework == framework && OpenTest.same(at.key, key)) {
                    return level;
                }
                level++;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Removes the last interruption of a thread. */
    Interruption takeLast(Thread thread) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).thread == thread) {
                return all.remove(i);
            }
        }
        return null;
    }
}
