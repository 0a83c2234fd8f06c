package io.faultline.agent;

import io.faultline.instrument.ClassPlan;
import io.faultline.runtime.HitChunks.Range;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The classes that were instrumented, so that a class that is redefined (mocking tools do that) keeps
 * its number and its range of hits.
 *
 * <p>Threads: any.
 */
final class KnownClasses {
    /** A class and where its hits go. */
    static final class Known {
        final int id;
        final Range range;
        private final long shape;

        Known(int id, Range range, long shape) {
            this.id = id;
            this.range = range;
            this.shape = shape;
        }
    }

    private final WeakIdentityMap<ClassLoader, Map<String, Known>> byLoader = new WeakIdentityMap<>();
    private int classes;

    /** The class of that name with the same methods and lines, or null: bytes may differ, slots may not. */
    synchronized Known find(ClassLoader loader, ClassPlan plan) {
        Map<String, Known> names = byLoader.get(loader);
        Known known = names == null ? null : names.get(plan.name);
        return known != null && known.shape == shape(plan) ? known : null;
    }

    /** Numbers a class. */
    synchronized Known add(ClassLoader loader, ClassPlan plan, Range range) {
        Map<String, Known> names = byLoader.get(loader);
        if (names == null) {
            names = new HashMap<>();
            byLoader.put(loader, names);
        }
        Known known = new Known(classes++, range, shape(plan));
        names.put(plan.name, known);
        return known;
    }

    /** All that slots mean, in 64 bits: two versions of one class by accident alike are not a concern. */
    private static long shape(ClassPlan plan) {
        long high = 31L * Arrays.hashCode(plan.methods) + Arrays.hashCode(plan.owners);
        return high << 32 ^ (Arrays.hashCode(plan.lines) * 31L + plan.slots());
    }
}
