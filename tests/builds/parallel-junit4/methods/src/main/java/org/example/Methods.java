package org.example;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Methods of one class that are surely open at the same time. */
public final class Methods {
    private static final CyclicBarrier ALL = new CyclicBarrier(3); // covered by: one, two, three

    private Methods() {
    }

    public static void meet() throws Exception {
        ALL.await(60, TimeUnit.SECONDS); // covered by: one, two, three
    } // covered by: one, two, three

    public static int one() {
        return 1; // covered by: one
    }

    public static int two() {
        return 2; // covered by: two
    }

    public static int three() {
        throw new IllegalStateException("three"); // covered by: three
    }
}
