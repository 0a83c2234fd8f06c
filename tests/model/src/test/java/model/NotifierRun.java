package model;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;

/** A program whose tests are reported to JUnit 4's notifier, by as many threads as it says. */
final class NotifierRun {
    private static final RunNotifier NOTIFIER = new RunNotifier();

    private NotifierRun() {}

    static void run(Program program, String prefix, Runner runner) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Runnable worker = () -> {
            for (int at = next.getAndIncrement(); at < program.cases.size(); at = next.getAndIncrement()) {
                run(program.cases.get(at), prefix, runner);
            }
        };
        if (program.onPool) {
            ExecutorService pool = Executors.newFixedThreadPool(program.threads, work -> new Thread(work, prefix + "runner"));
            for (int i = 0; i < program.threads; i++) {
                pool.execute(worker);
            }
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            return;
        }
        Thread[] threads = new Thread[program.threads];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(worker, prefix + "runner");
            threads[i].start();
        }
        for (Thread thread : List.of(threads)) {
            thread.join();
        }
    }

    private static void run(Program.Case test, String prefix, Runner runner) {
        Description description = Description.createTestDescription("model.Programs", prefix + test.name);
        Runner.End end = new Runner.End();
        NOTIFIER.fireTestStarted(description);
        try {
            runner.all(test.actions, 0, end);
            if (test.fails) {
                NOTIFIER.fireTestFailure(new Failure(description, new AssertionError("as the program says")));
                Cells.hit(test.afterFailure);
            }
        } finally {
            NOTIFIER.fireTestFinished(description);
            end.came();
        }
        Cells.hit(test.between);
    }
}
