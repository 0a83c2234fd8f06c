package org.example;

/** Waits for what never comes, if asked to. */
public final class Waiter {
    private Waiter() {}

    public static int answer(boolean ready) throws InterruptedException {
        int tries = 0;
        while (!ready) {
            tries++;
            Thread.sleep(20);
        }
        return 42 + tries;
    }
}
