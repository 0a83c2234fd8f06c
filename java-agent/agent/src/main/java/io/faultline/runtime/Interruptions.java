package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Which threads have begun a test, or a container of tests, on top of another one that goes on below.
 *
 * <p>A worker of a fork-join pool that waits in a test for a task of another pool takes the next task of its own
 * pool meanwhile, and that may be another test of the same run: it begins, runs and ends on the stack of the
 * first. Both are tests of their own. What was open at the moment is out of sight until then: a thread's
 * <em>level</em> counts its interruptions, and a test or container belongs to the level at which it was opened.
 *
 * <p>Threads: guarded by the session's lock. Cost: nothing but a look at an empty list in nearly every run.
 */
final class Interruptions {
    private final List<Interruption> all = new ArrayList<>(4);

    /** One test or container that began on top of others. */
    static final class Interruption {
        final Thread thread;
        final Framework framework;
        final Object key;

        /** For whom its thread ran before, as the recorder gave it. */
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

    /** How often a thread is interrupted now. */
    int level(Thread thread) {
        int level = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).thread == thread) {
                level++;
            }
        }
        return level;
    }

    /** The level of a thread before that test or container began, if it interrupted something; else the highest. */
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

    /** Takes the last interruption of a thread away. */
    Interruption takeLast(Thread thread) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).thread == thread) {
                return all.remove(i);
            }
        }
        return null;
    }
}
