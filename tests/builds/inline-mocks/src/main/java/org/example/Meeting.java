package org.example;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Two tests that are surely open at the same time. */
public final class Meeting {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2); // covered by: left, right

    private Meeting() {
    }

    public static void meet() throws Exception {
        BOTH.await(60, TimeUnit.SECONDS); // covered by: left, right
    } // covered by: left, right
}
