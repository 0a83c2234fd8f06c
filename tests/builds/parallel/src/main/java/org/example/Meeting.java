package org.example;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tests that are surely open at the same time have their own lines each. */
public final class Meeting {
    private static final CyclicBarrier METHODS = new CyclicBarrier(2); // covered by: one, other, first, second, alone
    private static final CyclicBarrier CLASSES = new CyclicBarrier(2); // covered by: one, other, first, second, alone

    private Meeting() {
    }

    public static void ofMethods() throws InterruptedException, BrokenBarrierException, TimeoutException {
        METHODS.await(60, TimeUnit.SECONDS); // covered by: one, other
    } // covered by: one, other

    public static void ofClasses() throws InterruptedException, BrokenBarrierException, TimeoutException {
        CLASSES.await(60, TimeUnit.SECONDS); // covered by: first, second
    } // covered by: first, second

    public static int parties() {
        return METHODS.getParties(); // covered by: alone
    }
}
