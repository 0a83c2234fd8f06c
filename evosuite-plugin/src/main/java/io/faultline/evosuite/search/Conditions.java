package io.faultline.evosuite.search;

import io.faultline.instrument.Outcomes;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * What the conditions of the classes in sight came to in a test, in the order in which each outcome first came about.
 *
 * <p>{@link Outcomes} marks it, called by the probes of {@link ConditionProbes}. Whose a mark is, {@link Hits} says.
 *
 * <p>Runs on sandboxed threads: loads no class, reads no property.
 */
public final class Conditions {
    /** As many as a recording has of a test. */
    private static final int MOST_STEPS = 4_096;

    private static volatile byte[] marks = new byte[0];

    /** For those whose marks are nobody's. */
    private static volatile byte[] waste = marks;

    private static int[] steps = new int[0];
    private static int count;

    private Conditions() {}

    /** Makes room for so many outcomes, before the first probe can run. */
    static synchronized void prepare(int outcomes) {
        marks = new byte[outcomes];
        waste = new byte[outcomes];
        steps = new int[Math.min(outcomes, MOST_STEPS)];
        count = 0;
        Outcomes.prepare();
        Outcomes.paths = new Steps();
    }

    /** The marks of the current thread: called by every probe. */
    public static byte[] here() {
        return Hits.isTests() ? marks : waste;
    }

    /** A test is about to run. */
    static synchronized void begin() {
        Arrays.fill(marks, (byte) 0);
        count = 0;
    }

    /** The outcomes that the test brought about. */
    static synchronized long[] end() {
        long[] path = new long[count];
        for (int at = 0; at < count; at++) {
            path[at] = steps[at];
        }
        return path;
    }

    private static synchronized void step(byte[] of, int at) {
        if (of == marks && count < steps.length) {
            steps[count++] = at;
        }
    }

    private static final class Steps implements ObjIntConsumer<byte[]> {
        @Override
        public void accept(byte[] of, int at) {
            step(of, at);
        }
    }
}
