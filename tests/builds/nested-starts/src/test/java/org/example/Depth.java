package org.example;

import java.util.concurrent.atomic.AtomicInteger;

/** How many tests are on the stack of one thread. */
final class Depth {
    static final AtomicInteger DEEPEST = new AtomicInteger();

    private static final ThreadLocal<Integer> HERE = ThreadLocal.withInitial(() -> 0);

    private Depth() {
    }

    static void begin() {
        HERE.set(HERE.get() + 1);
        DEEPEST.accumulateAndGet(HERE.get(), Math::max);
    }

    static void end() {
        HERE.set(HERE.get() - 1);
    }
}
