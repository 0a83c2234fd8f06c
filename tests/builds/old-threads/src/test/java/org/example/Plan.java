package org.example;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.runner.Description;
import org.junit.runner.notification.RunNotifier;

/**
 * Three tests as a runner reports them: one that leaves threads behind, one that is open when threads are told apart
 * first, and the one that starts beside it.
 */
public final class Plan {
    private static final RunNotifier NOTIFIER = new RunNotifier();

    private Plan() {}

    /** Threads that wait for requests in code that has no probes. */
    private static final class Requests implements Runnable {
        private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        private final Semaphore answers = new Semaphore(0);

        void ask(String request) throws InterruptedException {
            queue.add(request);
            answers.acquire();
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Server.handle(queue.take());
                    answers.release();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        Requests inherits = new Requests();
        Requests forgets = new Requests();

        Description leaves = started("leaves");
        Looper.start();
        Looper.ask("serial");
        start(new Thread(inherits, "inherits"));
        start(new Thread(null, forgets, "forgets", 0, false));
        inherits.ask("serial");
        NOTIFIER.fireTestFinished(leaves);

        Semaphore overlap = new Semaphore(0);
        Semaphore ended = new Semaphore(0);
        // As a framework makes its threads: tests on one that a test made would be part of that test.
        Thread beside = new Thread(() -> beside(inherits, forgets, overlap, ended), "beside");
        Description open = started("open");
        Looper.ask("open");
        beside.start();
        overlap.acquire();
        inherits.ask("open");
        forgets.ask("open");
        NOTIFIER.fireTestFinished(open);
        ended.release();
        beside.join();
    }

    private static void beside(Requests inherits, Requests forgets, Semaphore overlap, Semaphore ended) {
        Description later = started("later");
        try {
            overlap.release();
            ended.acquire();
            Looper.ask("later");
            inherits.ask("later");
            forgets.ask("later");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        NOTIFIER.fireTestFinished(later);
    }

    private static Description started(String name) {
        Description test = Description.createTestDescription("org.example.PlanTest", name);
        NOTIFIER.fireTestStarted(test);
        return test;
    }

    private static void start(Thread thread) {
        thread.setDaemon(true);
        thread.start();
    }
}
