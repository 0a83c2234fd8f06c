package model;

import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.runner.Description;
import org.junit.runner.notification.RunNotifier;

/**
 * Does what programs say, with threads and pools that all tests share. Tasks wait only for pools of deeper levels,
 * so that none waits for itself.
 */
final class Runner {
    private static final int LEVELS = 4;

    private final ExecutorService[] fixed = new ExecutorService[LEVELS];
    private final ForkJoinPool[] forks = new ForkJoinPool[LEVELS];
    private final ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2, daemons());
    private final ForkJoinPool other = new ForkJoinPool(2);
    private final ExecutorService lateTasks = Executors.newCachedThreadPool(daemons());
    private final LinkedBlockingQueue<Runnable> mailbox = new LinkedBlockingQueue<>();
    private final RunNotifier inner = new RunNotifier();

    /** What still runs when its test has ended. */
    final Phaser late = new Phaser(1);

    Runner() {
        for (int level = 0; level < LEVELS; level++) {
            fixed[level] = Executors.newFixedThreadPool(3, daemons());
            forks[level] = new ForkJoinPool(2);
        }
        Thread thread = new Thread(this::serve, "mailbox");
        thread.setDaemon(true);
        thread.start();
    }

    private static ThreadFactory daemons() {
        return work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Each letter in a thread of its own would be made by nobody, too; one is enough, and none may block it. */
    private void serve() {
        try {
            for (;;) {
                mailbox.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Something with an end, for which late actions wait. */
    static final class End {
        private final CountDownLatch reported = new CountDownLatch(1);

        void came() {
            reported.countDown();
        }

        void await() throws InterruptedException {
            reported.await();
        }
    }

    /** Does actions one after another, in a place that ends with {@code end}. */
    void all(List<Action> actions, int level, End end) {
        for (Action action : actions) {
            try {
                one(action, level, end);
            } catch (InterruptedException | ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            } catch (java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void one(Action action, int level, End end)
            throws InterruptedException, java.util.concurrent.ExecutionException, ReflectiveOperationException {
        Random random = new Random(action.salt);
        pause(random);
        long inside = random.nextLong();
        Runnable work = () -> {
            pause(new Random(inside));
            Cells.hit(action.cell);
            all(action.body, level + 1, end);
        };
        switch (action.kind) {
            case HIT:
                work.run();
                break;
            case THREAD:
                Thread thread = new Thread(work);
                thread.start();
                thread.join();
                break;
            case BARE_THREAD:
                Thread bare = bare(work, random.nextBoolean());
                bare.start();
                bare.join();
                break;
            case VIRTUAL:
                virtual(work).join();
                break;
            case STARTED_ELSEWHERE:
                Thread made = new Thread(work);
                CountDownLatch started = new CountDownLatch(1);
                mailbox.add(() -> {
                    made.start();
                    started.countDown();
                });
                started.await();
                made.join();
                break;
            case SUBMIT:
                submit(fixed[level], work, random).get();
                break;
            case EXECUTE:
                CountDownLatch executed = new CountDownLatch(1);
                fixed[level].execute(() -> {
                    work.run();
                    executed.countDown();
                });
                executed.await();
                break;
            case SCHEDULE:
                scheduled.schedule(work, random.nextInt(2), TimeUnit.MILLISECONDS).get();
                break;
            case FORK:
                forks[level].submit(forking(work)).get();
                break;
            case NESTED_WAIT:
                other.submit(forking(work)).join();
                break;
            case ASYNC:
                CompletableFuture.runAsync(work).get();
                break;
            case CHAIN:
                CompletableFuture.supplyAsync(() -> 1, fixed[level]).thenRunAsync(work, fixed[level]).get();
                break;
            case STREAM:
                IntStream.range(0, 16).parallel().filter(i -> i == 11).forEach(i -> work.run());
                break;
            case TIMER:
                time(work);
                break;
            case MAILED_TASK:
                FutureTask<Void> task = new FutureTask<>(work, null);
                mailbox.add(task);
                task.get();
                break;
            case MAILED:
                CountDownLatch read = new CountDownLatch(1);
                mailbox.add(() -> {
                    work.run();
                    read.countDown();
                });
                read.await();
                break;
            case LATE_THREAD:
                new Thread(late(work, end)).start();
                break;
            case LATE_TASK:
                lateTasks.submit(late(work, end));
                break;
            case INITIALISER:
                initialise(action, work);
                break;
            case INNER_TEST:
                Description description = Description.createTestDescription("model.Inner", "inner" + action.cell);
                inner.fireTestStarted(description);
                work.run();
                inner.fireTestFinished(description);
                break;
            default:
                throw new IllegalStateException(action.kind.toString());
        }
    }

    private static java.util.concurrent.Future<?> submit(ExecutorService pool, Runnable work, Random random)
            throws InterruptedException {
        return random.nextBoolean() ? pool.submit(work) : pool.invokeAll(Arrays.asList(Executors.callable(work))).get(0);
    }

    private static RecursiveAction forking(Runnable work) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                RecursiveAction part = new RecursiveAction() {
                    @Override
                    protected void compute() {
                        work.run();
                    }
                };
                part.fork();
                part.join();
            }
        };
    }

    private static void time(Runnable work) throws InterruptedException {
        CountDownLatch rung = new CountDownLatch(1);
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                work.run();
                rung.countDown();
            }
        }, 1);
        rung.await();
        timer.cancel();
    }

    private Runnable late(Runnable work, End end) {
        late.register();
        return () -> {
            try {
                end.await();
                work.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                late.arriveAndDeregister();
            }
        };
    }

    private static void initialise(Action action, Runnable work) throws InterruptedException, ReflectiveOperationException {
        if (action.initialiser < 0) {
            return;
        }
        CountDownLatch left = new CountDownLatch(1);
        Thread[] made = new Thread[1];
        Cells.initialise(action.initialiser, () -> {
            made[0] = new Thread(() -> {
                try {
                    left.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                Cells.hit(action.second);
            });
            made[0].start();
            work.run();
        });
        left.countDown();
        made[0].join();
    }

    private static void pause(Random random) {
        int kind = random.nextInt(6);
        if (kind == 0) {
            try {
                Thread.sleep(0, 1 + random.nextInt(400_000));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        } else if (kind == 1) {
            Thread.yield();
        }
    }

    /** By the constructor, or, where there is one and asked for, by the builder. */
    static Thread bare(Runnable work, boolean built) throws ReflectiveOperationException {
        if (built && Runtime.version().feature() >= 21) {
            Object builder = Thread.class.getMethod("ofPlatform").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, work);
        }
        Constructor<Thread> five =
                Thread.class.getConstructor(ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
        return five.newInstance(null, work, "bare", 0L, false);
    }

    /** A virtual thread where there are any, else a plain one. */
    private static Thread virtual(Runnable work) throws ReflectiveOperationException {
        if (Runtime.version().feature() >= 21) {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        }
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }
}
