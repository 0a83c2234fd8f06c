import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;

/**
 * Fires test boundaries through JUnit 4's own notifier and prints what a boundary costs this thread.
 *
 * <p>Arguments: number of generated classes, batches, boundaries per batch. All generated classes are
 * loaded and have run before anything is timed, so every boundary has the whole spectrum to look at.
 * Output: per kind of test one line, its name and the CPU microseconds per boundary of each batch.
 */
public final class BoundaryMain {

    /** Classes that a test of the touching kind runs into; each gives one method's lines. */
    private static final int TOUCHED = 30;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final RunNotifier notifier = new RunNotifier();
    private final MethodHandle[] bodies;
    private int serial;
    private int sink;

    private BoundaryMain(MethodHandle[] bodies) {
        this.bodies = bodies;
    }

    public static void main(String[] args) throws Throwable {
        BoundaryMain main = new BoundaryMain(load(Integer.parseInt(args[0])));
        int batches = Integer.parseInt(args[1]);
        int size = Integer.parseInt(args[2]);
        main.print("empty", 0, false, batches, size);
        main.print("touching", TOUCHED, false, batches, size);
        main.print("failing", TOUCHED, true, batches, size);
        if (main.sink == 42) {
            System.out.println("# a result is used, so that no body can be optimised away");
        }
        System.exit(0);
    }

    private static MethodHandle[] load(int classes) throws Throwable {
        MethodHandle[] bodies = new MethodHandle[classes];
        MethodType type = MethodType.methodType(int.class, int.class);
        for (int i = 0; i < classes; i++) {
            Class<?> generated = Class.forName("synthetic.C" + i);
            bodies[i] = MethodHandles.publicLookup().findStatic(generated, "m0", type);
            int ignored = (int) bodies[i].invokeExact(i);
        }
        return bodies;
    }

    private void print(String name, int touched, boolean fails, int batches, int size) throws Throwable {
        StringBuilder line = new StringBuilder(name);
        for (int batch = 0; batch < batches; batch++) {
            Description[] tests = descriptions(size);
            long before = THREADS.getCurrentThreadCpuTime();
            for (Description test : tests) {
                run(test, touched, fails);
            }
            long nanos = THREADS.getCurrentThreadCpuTime() - before;
            line.append(' ').append(nanos / 1e3 / size);
        }
        System.out.println(line);
    }

    private void run(Description test, int touched, boolean fails) throws Throwable {
        notifier.fireTestStarted(test);
        for (int i = 0; i < touched; i++) {
            sink += (int) bodies[(serial + i) % bodies.length].invokeExact(i);
        }
        if (fails) {
            notifier.fireTestFailure(new Failure(test, new AssertionError(test)));
        }
        notifier.fireTestFinished(test);
        serial += 7; // Another set of classes for the next test.
    }

    /** Made outside the timed part: every test has a name of its own, as in a real suite. */
    private Description[] descriptions(int size) {
        Description[] tests = new Description[size];
        for (int i = 0; i < size; i++) {
            tests[i] = Description.createTestDescription("synthetic.Tests", "test" + (serial + i));
        }
        return tests;
    }
}
