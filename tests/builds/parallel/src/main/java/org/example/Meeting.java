package org.example;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Two tests at the same time: their rows may hold each other's lines and are marked so. Only the test
 * that runs alone has lines that can be told beforehand.
 */
public final class Meeting {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2); // covered by: alone

    private Meeting() {
    }

    public static void meet() throws InterruptedException, BrokenBarrierException, TimeoutException {
        BOTH.await(60, TimeUnit.SECONDS);
    }

    public static int parties() {
        return BOTH.getParties(); // covered by: alone
    }
}
