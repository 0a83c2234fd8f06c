import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.runner.Description;
import org.junit.runner.notification.RunNotifier;

/**
 * Runs tests with known lines; a seed determines their order, timing and threads. Test {@code t} runs the
 * units {@code (7 t + 5 k) % 64} for {@code k < 6}, each in a different way. With two or more threads they
 * share pools. Arguments: the seed, the number of threads, and the number of sequential rounds; each round
 * runs all tests again, as tests of another class.
 */
public class Stress {
    static final int TESTS = 48;
    static final int WAYS = 13;

    static final ExecutorService POOL = Executors.newFixedThreadPool(3);
    static final ScheduledExecutorService SCHEDULED = Executors.newScheduledThreadPool(2);
    static final ForkJoinPool FORKS = new ForkJoinPool(3);

    static final RunNotifier NOTIFIER = new RunNotifier();
    static final AtomicInteger FAILURES = new AtomicInteger();

    static long seed;
    static String className;

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        for (int round = 0; round < rounds; round++) {
            seed = Long.parseLong(arguments[0]) * rounds + round;
            className = "a.StressTest" + (round == 0 ? "" : "" + round);
            round(Integer.parseInt(arguments[1]));
        }
        System.out.println("failures " + FAILURES);
        POOL.shutdown();
        SCHEDULED.shutdown();
        FORKS.shutdown();
    }

    static void round(int threads) throws Exception {
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, TESTS).forEach(order::add);
        java.util.Collections.shuffle(order, new Random(seed));
        AtomicInteger next = new AtomicInteger();
        Thread[] runners = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            runners[i] = new Thread(() -> {
                for (int at = next.getAndIncrement(); at < TESTS; at = next.getAndIncrement()) {
                    try {
                        test(order.get(at));
                    } catch (Throwable e) {
                        e.printStackTrace();
                        FAILURES.incrementAndGet();
                    }
                }
            });
            runners[i].start();
        }
        for (Thread runner : runners) {
            runner.join();
        }
    }

    static void test(int t) throws Exception {
        Random random = new Random(seed * 1000 + t);
        Description description = Description.createTestDescription(className, "t" + t);
        NOTIFIER.fireTestStarted(description);
        for (int k = 0; k < 6; k++) {
            int unit = (7 * t + 5 * k) % 64;
            pause(random);
            run((t + k) % WAYS, unit, random.nextInt());
        }
        NOTIFIER.fireTestFinished(description);
    }

    /** A virtual thread if supported, otherwise a platform thread. */
    static Thread virtual(Runnable work) throws Exception {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        } catch (NoSuchMethodException before21) {
            Thread thread = new Thread(work);
            thread.start();
            return thread;
        }
    }

    static void pause(Random random) throws InterruptedException {
        int kind = random.nextInt(4);
        if (kind == 0) {
            Thread.sleep(random.nextInt(4));
        } else if (kind == 1) {
            Thread.yield();
        }
    }

    static void run(int way, int unit, int salt) throws Exception {
        Runnable work = () -> {
            try {
                pause(new Random(salt));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            Units.run(unit);
        };
        switch (way) {
            case 0:
                work.run();
                break;
            case 1:
                Thread thread = new Thread(work);
                thread.start();
                thread.join();
                break;
            case 2:
                POOL.submit(work).get();
                break;
            case 3:
                CountDownLatch done = new CountDownLatch(1);
                POOL.execute(() -> {
                    work.run();
                    done.countDown();
                });
                done.await();
                break;
            case 4:
                CompletableFuture.runAsync(work).get();
                break;
            case 5:
                CompletableFuture.supplyAsync(() -> 1, POOL)
                        .thenRunAsync(work, POOL)
                        .thenApplyAsync(x -> 2)
                        .get();
                break;
            case 6:
                IntStream.range(0, 64).parallel().forEach(i -> {
                    if (i % 16 == 3) {
                        work.run();
                    }
                });
                break;
            case 7:
                SCHEDULED.schedule(work, 1, TimeUnit.MILLISECONDS).get();
                break;
            case 8:
                Future<Integer> forked = FORKS.submit(new RecursiveTask<Integer>() {
                    protected Integer compute() {
                        RecursiveTask<Integer> part = new RecursiveTask<Integer>() {
                            protected Integer compute() {
                                work.run();
                                return 1;
                            }
                        };
                        part.fork();
                        return part.join();
                    }
                });
                forked.get();
                break;
            case 9:
                POOL.invokeAll(java.util.Arrays.asList(Executors.callable(work), Executors.callable(() -> {})));
                break;
            case 10:
                virtual(work).join();
                break;
            case 11:
                CountDownLatch rung = new CountDownLatch(1);
                Timer timer = new Timer(true);
                timer.schedule(
                        new TimerTask() {
                            public void run() {
                                work.run();
                                rung.countDown();
                            }
                        },
                        1);
                rung.await();
                timer.cancel();
                break;
            default:
                Thread outer = new Thread(() -> {
                    Thread inner = new Thread(work);
                    inner.start();
                    try {
                        inner.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                outer.start();
                outer.join();
                break;
        }
    }
}
