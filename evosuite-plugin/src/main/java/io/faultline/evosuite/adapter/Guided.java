package io.faultline.evosuite.adapter;

import java.util.Iterator;
import java.util.ServiceLoader;

/** Whether a metric guides this run, and the implementation. */
final class Guided {
    private static Guidance guidance;

    private Guided() {}

    /** The settings when {@code fitness} is set, or null. */
    static FitnessSettings settings() {
        FitnessSettings settings = FitnessSettings.current();
        return settings.fitness == null ? null : settings;
    }

    /** Returns the implementation; null if the jar was built without one. */
    static synchronized Guidance guidance() {
        if (guidance == null) {
            Iterator<Guidance> found = ServiceLoader.load(Guidance.class, Guided.class.getClassLoader())
                    .iterator();
            guidance = found.hasNext() ? found.next() : null;
        }
        return guidance;
    }
}
