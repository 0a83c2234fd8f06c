package org.example;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rounds of a thread that goes on, whatever interrupts it. */
final class Left implements Runnable {
    private final Semaphore rounds = new Semaphore(0);

    @Override
    public void run() {
        rounds.release();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            return; // and goes on with the next round
        }
    }

    /** Waits until the thread has begun and ended a round from now on. */
    void awaitRounds() throws InterruptedException {
        rounds.drainPermits();
        if (!rounds.tryAcquire(3, 30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the thread does not go on");
        }
    }
}
