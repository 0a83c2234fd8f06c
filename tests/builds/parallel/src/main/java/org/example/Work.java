package org.example;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** What two tests do at the same time, each with lines of its own, in threads that they share. */
public final class Work {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1); // covered by: one, other, first, second

    private Work() {
    }

    public static int one() {
        return 1; // covered by: one
    }

    public static int other() {
        return 2; // covered by: other
    }

    public static int first() {
        return 3; // covered by: first
    }

    public static int second() {
        return 4; // covered by: second
    }

    public static int inPool(Callable<Integer> work) throws Exception {
        return POOL.submit(work).get(); // covered by: one, other
    }

    public static void executed(Runnable work) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1); // covered by: first, second
        POOL.execute(() -> { // covered by: first, second
            work.run(); // covered by: first, second
            done.countDown(); // covered by: first, second
        }); // covered by: first, second
        done.await(); // covered by: first, second
    } // covered by: first, second

    public static int inThread(Callable<Integer> work) throws Exception {
        int[] result = new int[1]; // covered by: one, other
        Thread thread = new Thread(() -> { // covered by: one, other
            try {
                result[0] = work.call(); // covered by: one, other
            } catch (Exception e) {
                result[0] = -1;
            } // covered by: one, other
        }); // covered by: one, other
        thread.start(); // covered by: one, other
        thread.join(); // covered by: one, other
        return result[0]; // covered by: one, other
    }

    public static int asynchronously(Callable<Integer> work) {
        return CompletableFuture.supplyAsync(() -> call(work)).thenApplyAsync(x -> x + 0).join(); // covered by: first, second
    }

    public static int inStream(Callable<Integer> work) {
        return IntStream.range(0, 32).parallel().map(i -> call(work)).max().getAsInt(); // covered by: first, second
    }

    private static int call(Callable<Integer> work) {
        try {
            return work.call(); // covered by: first, second
        } catch (Exception e) {
            return -1;
        }
    }
}
