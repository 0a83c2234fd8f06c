package org.example;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Where as many tests meet as the pool has workers: all must run at once, or none goes on. */
public final class Meeting {
    private static final CyclicBarrier ALL = new CyclicBarrier(12);

    private Meeting() {
    }

    public static void ofAll() throws InterruptedException, BrokenBarrierException, TimeoutException {
        ALL.await(30, TimeUnit.SECONDS);
    }

    public static int one() {
        return 1;
    }

    public static int two() {
        return 2;
    }

    public static int three() {
        return 3;
    }

    public static int four() {
        return 4;
    }

    public static int five() {
        return 5;
    }

    public static int six() {
        return 6;
    }

    public static int seven() {
        return 7;
    }

    public static int eight() {
        return 8;
    }

    public static int nine() {
        return 9;
    }

    public static int ten() {
        return 10;
    }

    public static int eleven() {
        return 11;
    }

    public static int twelve() {
        return 12;
    }
}
