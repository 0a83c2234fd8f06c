package org.example;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Tests of two classes that are surely open at the same time. */
public final class Classes {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2); // covered by: first, second

    private Classes() {
    }

    public static void meet() throws Exception {
        BOTH.await(60, TimeUnit.SECONDS); // covered by: first, second
    } // covered by: first, second

    public static int first() {
        return 1; // covered by: first
    }

    public static int second() {
        return 2; // covered by: second
    }
}
