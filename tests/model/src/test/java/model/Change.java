package model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.runner.Description;
import org.junit.runner.notification.RunNotifier;

/**
 * The change itself, which a JVM sees once: a test that has ended and left threads, one that is open at the change
 * with threads, tasks and a loop of its own, and one that starts beside it, on a thread that no test made (rule 18).
 * Forced by latches, so that all is known.
 */
final class Change {
    private static final RunNotifier NOTIFIER = new RunNotifier();

    private final Interpreter interpreter;
    private final Random random;
    private final List<Worker> workers = new ArrayList<>();

    Change(Interpreter interpreter, long seed) {
        this.interpreter = interpreter;
        random = new Random(seed);
    }

    /** A thread that does what it is handed by a queue which no hook serves. */
    private final class Worker {
        private final LinkedBlockingQueue<FutureTaskless> letters = new LinkedBlockingQueue<>();

        Worker(String name) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            for (; ; ) {
                                letters.take().run();
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
            workers.add(this);
        }

        /** The thread hits a cell, and this waits for it. */
        void hit(int cell) throws InterruptedException {
            FutureTaskless letter = new FutureTaskless(cell);
            letters.add(letter);
            letter.done.await();
        }
    }

    /** A request: not a task of any class that knows its maker. */
    private static final class FutureTaskless {
        final int cell;
        final CountDownLatch done = new CountDownLatch(1);

        FutureTaskless(int cell) {
            this.cell = cell;
        }

        void run() {
            Cells.hit(cell);
            done.countDown();
        }
    }

    void run() throws Exception {
        Worker nobodys = new Worker("change-nobodys");
        Worker[] left = new Worker[1];
        ExecutorService oldPool = Executors.newFixedThreadPool(2, Change::daemon);

        test("change-ended", () -> {
            hitHere("row " + id("change-ended"), "own thread, alone");
            left[0] = new Worker("change-left");
            oldPool.submit(() -> {}).get();
            int alone = Cells.next();
            nobodys.hit(alone);
            expect(alone, "row " + id("change-ended"), "rule 1: nobody's thread, alone");
            return null;
        });
        int dropped = Cells.next();
        left[0].hit(dropped);
        expect(dropped, "dropped", "rule 2: between tests, before the change");

        String open = "row " + id("change-open");
        String started = "row " + id("change-started");
        String both = "stranger " + id("change-open") + " " + id("change-started");
        CountDownLatch meanwhile = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread second = new Thread(() -> {
            await(meanwhile);
            test("change-started", () -> {
                changed.countDown();
                hitHere(started, "own thread, at the change");
                pooled(oldPool, started, "rule 8: a pool older than the change, used by the test that started");
                release.await();
                return null;
            });
        });
        second.start();
        Worker[] own = new Worker[1];
        test("change-open", () -> {
            hitHere(open, "own thread, before the change");
            own[0] = new Worker("change-own");
            int early = Cells.next();
            oldPool.submit(() -> Cells.hit(early)).get();
            expect(early, open, "rule 1: a pool of an ended test");
            int made = Cells.next();
            FutureTask<Void> older = new FutureTask<>(() -> Cells.hit(made), null);
            expect(made, open, "rule 16: a task made before the change, run after it");

            meanwhile.countDown();
            changed.await();

            hitHere(open, "own thread, after the change");
            pooled(oldPool, open, "rule 8: a pool older than the change, used by the test that was open");
            for (int i = random.nextInt(3); i >= 0; i--) {
                by(nobodys, both, "rule 15: nobody's thread, older than the change");
                by(left[0], both, "rule 15: a thread that an ended test left");
                by(own[0], open, "rule 5: a thread that the open test made before the change");
            }
            Thread runs = new Thread(older);
            runs.start();
            runs.join();
            release.countDown();
            second.join();
            return null;
        });
        by(own[0], "nobody change-own", "rule 12: a thread of the test that was open, after its end");
        by(nobodys, "nobody change-nobodys", "rule 15: nobody's thread, no test open");
        by(left[0], "nobody change-left", "rule 12: a thread that an ended test left, no test open");
        oldPool.shutdown();
    }

    private void pooled(ExecutorService pool, String owner, String where) throws Exception {
        int cell = Cells.next();
        pool.submit(() -> Cells.hit(cell)).get();
        expect(cell, owner, where);
        int executed = Cells.next();
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> {
            Cells.hit(executed);
            done.countDown();
        });
        done.await();
        expect(executed, owner, where + " (execute)");
    }

    private void hitHere(String owner, String where) {
        int cell = Cells.next();
        Cells.hit(cell);
        expect(cell, owner, where);
    }

    private void by(Worker worker, String owner, String where) throws InterruptedException {
        int cell = Cells.next();
        worker.hit(cell);
        expect(cell, owner, where);
    }

    private synchronized void expect(int cell, String owner, String where) {
        interpreter.line(cell, owner, "the change: " + where);
    }

    private static String id(String name) {
        return name + "(model.Programs)";
    }

    private void test(String name, Callable<Void> body) {
        interpreter.test(id(name), false);
        Description description = Description.createTestDescription("model.Programs", name);
        NOTIFIER.fireTestStarted(description);
        try {
            body.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            NOTIFIER.fireTestFinished(description);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
