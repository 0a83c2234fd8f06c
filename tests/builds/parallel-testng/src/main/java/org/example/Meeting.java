package org.example;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Tests that are surely open at the same time. */
public final class Meeting {
    private static final CyclicBarrier METHODS = new CyclicBarrier(3); // covered by: one, two, three, first*, second*
    private static final CyclicBarrier CLASSES = new CyclicBarrier(2); // covered by: one, two, three, first*, second*

    private Meeting() {
    }

    public static void ofMethods() throws Exception {
        METHODS.await(60, TimeUnit.SECONDS); // covered by: one, two, three
    } // covered by: one, two, three

    public static void ofClasses() throws Exception {
        CLASSES.await(60, TimeUnit.SECONDS); // covered by: first, second
    } // covered by: first, second

    public static int one() {
        return 1; // covered by: one
    }

    public static int two() {
        return CompletableFuture.supplyAsync(Meeting::inAnotherThread).join(); // covered by: two
    }

    private static int inAnotherThread() {
        return 2; // covered by: two
    }

    public static int three() {
        throw new IllegalStateException("three"); // covered by: three
    }

    public static int first() {
        return 4; // covered by: first
    }

    public static int second() {
        return 5; // covered by: second
    }

    public static int again() {
        return 6; // covered by: firstAgain, secondAgain
    }
}
