package org.example;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;

/**
 * Runs something in a pool of its own. A worker of another pool that waits for it takes its own pool's next task
 * meanwhile: the next test.
 */
public final class Elsewhere {
    private Elsewhere() {
    }

    public static int run(Callable<Integer> work) throws InterruptedException, ExecutionException {
        ForkJoinPool pool = new ForkJoinPool(1); // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
        try {
            return pool.submit(() -> { // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
                Thread.sleep(4); // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
                return work.call(); // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
            }).get(); // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
        } finally {
            pool.shutdown(); // covered by: apple*, birch*, cedar*, dogwood*, elm*, fir*
        }
    }
}
