import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.jar.JarFile;

import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/**
 * Runs every test class of a jar in one JUnitCore run, or class by class on several threads, and prints one
 * line of counts.
 *
 * <p>JUnitCore's own main prints each failure's stack trace, which would be measured along.
 */
public final class SuiteMain {

    public static void main(String[] args) throws Exception {
        Class<?>[] classes = testClasses(args[0]);
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int[] counts = threads == 1 ? counts(new JUnitCore().run(classes)) : inParallel(classes, threads);
        System.out.println("ran " + counts[0] + " failed " + counts[1]);
        // Some suites leave threads behind; the end of the tests is the end of the measurement.
        System.exit(0);
    }

    private static int[] counts(Result result) {
        return new int[] {result.getRunCount(), result.getFailureCount()};
    }

    /** Each thread takes the next class when it is done with one. */
    private static int[] inParallel(Class<?>[] classes, int threads) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        AtomicIntegerArray sums = new AtomicIntegerArray(2);
        Thread[] runners = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            runners[i] = new Thread(() -> {
                for (int at = next.getAndIncrement(); at < classes.length; at = next.getAndIncrement()) {
                    int[] counts = counts(new JUnitCore().run(classes[at]));
                    sums.addAndGet(0, counts[0]);
                    sums.addAndGet(1, counts[1]);
                }
            });
            runners[i].start();
        }
        for (Thread runner : runners) {
            runner.join();
        }
        return new int[] {sums.get(0), sums.get(1)};
    }

    private static Class<?>[] testClasses(String jar) throws Exception {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names(jar)) {
            Class<?> type = Class.forName(name, false, SuiteMain.class.getClassLoader());
            if (!Modifier.isAbstract(type.getModifiers())) {
                classes.add(type);
            }
        }
        return classes.toArray(new Class<?>[0]);
    }

    /** Sorted, so that every run executes the tests in the same order. */
    private static TreeSet<String> names(String jar) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        try (JarFile file = new JarFile(jar)) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith("Test.class") && name.indexOf('$') < 0)
                    .forEach(name -> names.add(name.substring(0, name.length() - 6).replace('/', '.')));
        }
        return names;
    }
}
