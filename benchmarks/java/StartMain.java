import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.io.Reader;
import org.junit.Test;
import org.junit.runner.JUnitCore;

/**
 * Loads and runs so many generated classes, then one test, and prints what the JVM had taken when the test began (the time of
 * day in milliseconds, nanoseconds of CPU of all its threads) and when it had ended (kB of memory, now and at the most).
 */
public final class StartMain {
    public static final class FirstTest {
        @Test
        public void runsOneClass() throws Exception {
            System.out.println("start " + System.currentTimeMillis() + " " + cpu());
            synthetic.C0.run(5);
        }
    }

    public static void main(String[] args) throws Exception {
        int classes = Integer.parseInt(args[0]);
        int sum = 0;
        for (int i = 0; i < classes; i++) {
            sum += (Integer) Class.forName("synthetic.C" + i).getMethod("run", int.class).invoke(null, i);
        }
        if (!new JUnitCore().run(FirstTest.class).wasSuccessful()) {
            throw new AssertionError("the test failed after " + sum);
        }
        System.out.println("memory " + status("VmRSS:") + " " + status("VmHWM:"));
        // An agent's data is written, as after any suite.
        System.exit(0);
    }

    private static long cpu() throws IOException {
        long sum = 0;
        for (File thread : new File("/proc/self/task").listFiles()) {
            try (BufferedReader in = new BufferedReader(new FileReader(new File(thread, "schedstat")))) {
                sum += Long.parseLong(in.readLine().split(" ")[0]);
            } catch (IOException ended) {
                // What a thread used that is gone is not known.
            }
        }
        return sum;
    }

    private static long status(String name) throws IOException {
        try (Reader file = new FileReader("/proc/self/status"); BufferedReader in = new BufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        }
        throw new IOException("no " + name);
    }
}
