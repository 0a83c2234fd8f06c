package org.example;

import java.util.concurrent.CountDownLatch;

/** A thread that a test leaves behind: what it does later is no test's. */
public final class Background {
    private static final CountDownLatch GO = new CountDownLatch(1); // covered by: one, last, left
    private static final CountDownLatch DONE = new CountDownLatch(1); // covered by: one, last, left

    private Background() {
    }

    public static void leave() {
        Thread thread = new Thread(() -> { // covered by: one
            try {
                GO.await(); // covered by: one
                late(); // covered by: left
            } catch (InterruptedException e) {
                return;
            } // covered by: left
            DONE.countDown(); // covered by: left
        }, "left behind"); // covered by: left
        thread.setDaemon(true); // covered by: one
        thread.start(); // covered by: one
        do {
            Thread.yield(); // covered by: one
        } while (thread.getState() != Thread.State.WAITING); // covered by: one
    } // covered by: one

    static int late() {
        return 5; // covered by: left
    }

    public static void goOn() throws InterruptedException {
        GO.countDown(); // covered by: last
        DONE.await(); // covered by: last
    } // covered by: last
}
