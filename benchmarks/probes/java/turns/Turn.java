package turns;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/**
 * An iteration that waits until it is this JVM's turn, and then says what it took: so JVMs that are compared run one after the
 * other, every few milliseconds another. What is counted is the CPU time of the thread, which others on the machine
 * lengthen less than the time that passes.
 */
@State(Scope.Thread)
public class Turn {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Calls of the benchmark in this iteration. */
    public long calls;

    private long began;

    /** One line of input is one turn. */
    @Setup(Level.Iteration)
    public void begin() throws IOException {
        int read = System.in.read();
        while (read != '\n') {
            if (read < 0) {
                throw new IOException("nobody gives turns any more");
            }
            read = System.in.read();
        }
        calls = 0;
        began = THREADS.getCurrentThreadCpuTime();
    }

    @TearDown(Level.Iteration)
    public void end(BenchmarkParams benchmark, IterationParams iteration) {
        long nanos = THREADS.getCurrentThreadCpuTime() - began;
        String name = benchmark.getBenchmark();
        String kernel = name.substring(name.lastIndexOf('.') + 1);
        System.out.println("turn " + kernel + " " + iteration.getType() + " " + nanos + " " + calls);
    }
}
