package org.example;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Waits for another pool, and knows how many tests and fixtures do so on the stack of one thread. */
final class Waiting {
    private static final AtomicInteger DEEPEST = new AtomicInteger();
    private static final ThreadLocal<Integer> HERE = ThreadLocal.withInitial(() -> 0);

    private Waiting() {
    }

    static int on(Callable<Integer> work) throws Exception {
        int before = HERE.get();
        HERE.set(before + 1);
        DEEPEST.accumulateAndGet(before + 1, Math::max);
        try {
            return Elsewhere.run(work);
        } finally {
            HERE.set(before);
        }
    }

    static int deepest() {
        return DEEPEST.get();
    }
}
