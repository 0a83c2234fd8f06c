package turns;

import java.util.concurrent.CountDownLatch;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the kernels in a JUnit test, alone or beside another test that is open all the while: then an agent that tells tests at
 * the same time apart does so.
 *
 * <p>Arguments: {@code alone} or {@code beside}, iterations to warm up, iterations that count, milliseconds of each.
 * JMH does not fork: this JVM is one of several that take turns ({@link Turn}).
 */
public final class TurnsMain {
    private static final CountDownLatch OPEN = new CountDownLatch(1);
    private static final CountDownLatch DONE = new CountDownLatch(1);

    private static Options options;

    /** A test that is open, and runs nothing of what is measured. */
    public static final class Beside {
        @Test
        public void waits() throws InterruptedException {
            OPEN.countDown();
            DONE.await();
        }
    }

    /** The test whose hits are recorded. */
    public static final class Measured {
        @Test
        public void kernels() throws RunnerException {
            System.out.println("checksum " + new Kernels().checksum());
            new Runner(options).run();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        options = options(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        boolean isGood = args[0].equals("alone") ? run(Measured.class) : besideAnother();
        // An agent's data is written, as after any suite.
        System.exit(isGood ? 0 : 1);
    }

    private static boolean besideAnother() throws InterruptedException {
        Thread other = new Thread(() -> run(Beside.class));
        other.start();
        OPEN.await();
        boolean isGood = run(Measured.class);
        DONE.countDown();
        other.join();
        return isGood;
    }

    private static boolean run(Class<?> test) {
        Result result = new JUnitCore().run(test);
        for (Failure failure : result.getFailures()) {
            System.err.println(failure.getTrace());
        }
        return result.wasSuccessful();
    }

    private static Options options(int warmups, int iterations, int millis) {
        TimeValue time = TimeValue.milliseconds(millis);
        return new OptionsBuilder()
                .include(Kernels.class.getName() + "\\..*")
                .forks(0)
                .warmupIterations(warmups)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
    }
}
