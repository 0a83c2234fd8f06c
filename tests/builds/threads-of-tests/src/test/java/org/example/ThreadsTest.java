package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that inherit no thread locals run for the test that made them. */
class ThreadsTest {
    @BeforeEach
    @AfterEach
    void meet() throws Exception {
        Meeting.ofAll();
    }

    @Test
    void plain() throws Exception {
        run(withoutLocals(Work::plain));
    }

    @Test
    void pooled() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, ThreadsTest::withoutLocals);
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> {
            Work.pooled();
            done.countDown();
        });
        done.await();
        pool.shutdown();
    }

    @Test
    void nested() throws Exception {
        run(withoutLocals(() -> run(withoutLocals(() -> run(new Thread(Work::nested))))));
    }

    @Test
    void completed() throws Exception {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = first.thenApply(x -> Work.completed());
        run(withoutLocals(() -> first.complete(1)));
        assertEquals(4, second.get());
    }

    @Test
    void forked() {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(Work::forked);
        pool.awaitQuiescence(60, TimeUnit.SECONDS);
        pool.shutdown();
    }

    @Test
    void unbound() throws Exception {
        run(Builders.withoutLocals("ofPlatform").newThread(Work::unbound));
    }

    @Test
    void virtual() throws Exception {
        run(Builders.withoutLocals("ofVirtual").newThread(Work::virtual));
    }

    @Test
    void perTask() throws Exception {
        ThreadFactory threads = Builders.withoutLocals("ofVirtual");
        ExecutorService executor = Builders.perTask(threads);
        assertEquals(8, executor.submit(Work::perTask).get());
        executor.shutdown();
    }

    private static Thread withoutLocals(Runnable work) {
        return new Thread(null, work, "without locals", 0, false);
    }

    private static void run(Thread thread) {
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
