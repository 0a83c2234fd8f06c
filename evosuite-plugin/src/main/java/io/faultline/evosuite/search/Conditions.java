package io.faultline.evosuite.search;

import io.faultline.instrument.Outcomes;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * The outcomes of a test's conditions in the classes in sight, in order of first occurrence.
 *
 * <p>{@link Outcomes} marks them, called by the probes of {@link ConditionProbes}. {@link Hits} decides whether a mark
 * belongs to the test.
 *
 * <p>Runs on sandboxed threads: loads no class, reads no property.
 */
public final class Conditions {
    /** The limit of a path in a recording. */
    private static final int MOST_STEPS = 4_096;

    private static volatile byte[] marks = new byte[0];

    /** Receives marks that do not belong to the test. */
    private static volatile byte[] waste = marks;

    private static int[] steps = new int[0];
    private static int count;

    private Conditions() {}

    /** Allocates room for the outcomes, before the first probe runs. */
    static synchronized void prepare(int outcomes) {
        marks = new byte[outcomes];
        waste = new byte[outcomes];
        steps = new int[Math.min(outcomes, MOST_STEPS)];
        count = 0;
        Outcomes.prepare();
        Outcomes.paths = new Steps();
    }

    /** Returns the marks of the current thread; called by every probe. */
    public static byte[] here() {
        return Hits.isTests() ? marks : waste;
    }

    /** Called when a test is about to run. */
    static synchronized void begin() {
        Arrays.fill(marks, (byte) 0);
        count = 0;
    }

    /** Returns the outcomes of the test. */
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
