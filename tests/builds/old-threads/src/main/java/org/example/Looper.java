package org.example;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** A thread that a test leaves in one long frame: where that stores was decided when it began. */
public final class Looper {
    private static final LinkedBlockingQueue<String> ASKED = new LinkedBlockingQueue<>(); // covered by: leaves, later, looper
    private static final Semaphore DONE = new Semaphore(0); // covered by: leaves, later, looper
    private static int sum;

    private Looper() {
    }

    public static void start() {
        Thread thread = new Thread(Looper::loop, "looper"); // covered by: leaves
        thread.setDaemon(true); // covered by: leaves
        thread.start(); // covered by: leaves
    } // covered by: leaves

    private static void loop() {
        try {
            while (true) {
                String asked = ASKED.take(); // covered by: leaves, looper
                if (asked.equals("serial")) { // covered by: leaves, looper
                    sum += 1; // covered by: leaves
                } else if (asked.equals("open")) { // covered by: looper
                    sum += 2;
                } else {
                    sum += 3; // covered by: looper
                }
                DONE.release(); // covered by: leaves, looper
            } // covered by: leaves, looper
        } catch (InterruptedException e) {
            sum = 0;
        }
    }

    public static void ask(String what) throws InterruptedException {
        ASKED.add(what); // covered by: leaves, later
        DONE.acquire(); // covered by: leaves, later
    } // covered by: leaves, later
}
