package io.faultline.agent;

import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.ElementPlan;
import io.faultline.runtime.HitChunks.Range;
import io.faultline.runtime.WeakIdentityMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The instrumented classes. A redefined class (mocking tools redefine) keeps its number and its range of hits.
 *
 * <p>Threads: any.
 */
final class KnownClasses {
    /** A class with its range of hits. */
    static final class Known {
        final int id;
        final Range range;
        private final long shape;

        /** Outcomes of its conditions, switches and calls; null if only lines are recorded. */
        final Outcomes outcomes;

        /** Whether its probes store into the shared chunk. */
        private boolean shared;

        Known(int id, Range range, long shape, Outcomes outcomes) {
            this.id = id;
            this.range = range;
            this.shape = shape;
            this.outcomes = outcomes;
        }
    }

    /** The outcomes of a class, with their range of hits. */
    static final class Outcomes {
        final ElementPlan plan;
        final Range range;

        /** A number distinct from all classes. */
        private int id = -1;

        Outcomes(ElementPlan plan, Range range) {
            this.plan = plan;
            this.range = range;
        }

        int id() {
            return id;
        }
    }

    private final WeakIdentityMap<ClassLoader, Map<String, Known>> byLoader = new WeakIdentityMap<>();
    private final Set<String> names = new HashSet<>();
    private int classes;

    /** True once new probes are scoped; changed under the lock, so that no class is missed. */
    private volatile boolean scoped;

    /** Number of classes with shared probes that have not been replaced. */
    private int shared;

    /** Returns the class of this name with the same methods and lines, or null: bytes may differ, slots may not. */
    synchronized Known find(ClassLoader loader, ClassPlan plan) {
        Map<String, Known> names = byLoader.get(loader);
        Known known = names == null ? null : names.get(plan.name);
        return known != null && known.shape == shape(plan) ? known : null;
    }

    /** Assigns a number to a class and its outcomes, which may be null. */
    synchronized Known add(ClassLoader loader, ClassPlan plan, Range range, Outcomes outcomes) {
        Map<String, Known> names = byLoader.get(loader);
        if (names == null) {
            names = new HashMap<>();
            byLoader.put(loader, names);
        }
        Known known = new Known(classes++, range, shape(plan), outcomes);
        if (outcomes != null) {
            outcomes.id = classes++;
        }
        this.names.add(plan.name);
        Known before = names.put(plan.name, known);
        if (before != null && before.shared) {
            shared--;
        }
        return known;
    }

    /** Decides whether the probes of this class are scoped, and remembers the answer. */
    synchronized boolean areScoped(Known known) {
        if (!scoped && !known.shared) {
            known.shared = true;
            shared++;
        }
        return scoped;
    }

    /** Whether a class of this name was instrumented, in any loader. */
    synchronized boolean isNamed(String name) {
        return names.contains(name);
    }

    /** Whether a loaded class was instrumented. */
    synchronized boolean has(Class<?> loaded) {
        Map<String, Known> names = byLoader.get(loaded.getClassLoader());
        return names != null && names.containsKey(loaded.getName());
    }

    /** Whether new probes are scoped. Cost: one read. */
    boolean areScoped() {
        return scoped;
    }

    /** Makes all new probes scoped. */
    synchronized void scope() {
        scoped = true;
    }

    /** Whether a loaded class has shared probes and has not been replaced. */
    synchronized boolean isShared(Class<?> loaded) {
        Map<String, Known> names = byLoader.get(loaded.getClassLoader());
        Known known = names == null ? null : names.get(loaded.getName());
        return known != null && known.shared;
    }

    /** Marks a loaded class as replaced by one with scoped probes. */
    synchronized void replaced(Class<?> loaded) {
        Map<String, Known> names = byLoader.get(loaded.getClassLoader());
        Known known = names == null ? null : names.get(loaded.getName());
        if (known != null && known.shared) {
            known.shared = false;
            shared--;
        }
    }

    /** Returns the number of classes that may run with shared probes, including those of unloaded loaders. */
    synchronized int countShared() {
        return shared;
    }

    /** A 64-bit hash of the meaning of all slots; collisions between versions of a class are negligible. */
    private static long shape(ClassPlan plan) {
        long high = 31L * Arrays.hashCode(plan.methods) + Arrays.hashCode(plan.owners);
        return high << 32 ^ (Arrays.hashCode(plan.lines) * 31L + plan.slots());
    }
}
