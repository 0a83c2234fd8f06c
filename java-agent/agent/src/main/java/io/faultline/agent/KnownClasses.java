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

        /** What is recorded of its conditions, switches and calls; null where only lines are. */
        final Outcomes outcomes;

        /** Its probes store into the chunk itself, whoever runs them. */
        private boolean shared;

        Known(int id, Range range, long shape, Outcomes outcomes) {
            this.id = id;
            this.range = range;
            this.shape = shape;
            this.outcomes = outcomes;
        }
    }

    /** What conditions, switches and calls of a class come to, with where that is marked. */
    static final class Outcomes {
        final ElementPlan plan;
        final Range range;

        /** A number of their own, which no class has. */
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

    /** True once probes are to be scoped; changed under the lock, so that no class slips between. */
    private volatile boolean scoped;

    /** Classes given out with shared probes and not replaced since. */
    private int shared;

    /** The class of that name with the same methods and lines, or null: bytes may differ, slots may not. */
    synchronized Known find(ClassLoader loader, ClassPlan plan) {
        Map<String, Known> names = byLoader.get(loader);
        Known known = names == null ? null : names.get(plan.name);
        return known != null && known.shape == shape(plan) ? known : null;
    }

    /** Numbers a class, and its outcomes, or null. */
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

    /** Should the probes of this class be scoped? Remembers the answer. */
    synchronized boolean areScoped(Known known) {
        if (!scoped && !known.shared) {
            known.shared = true;
            shared++;
        }
        return scoped;
    }

    /** Was a class of that name instrumented, of whatever loader? */
    synchronized boolean isNamed(String name) {
        return names.contains(name);
    }

    /** Are new probes scoped? Cost: one read. */
    boolean areScoped() {
        return scoped;
    }

    /** From now on all new probes are scoped. */
    synchronized void scope() {
        scoped = true;
    }

    /** Was a loaded class given out with shared probes, and not replaced since? */
    synchronized boolean isShared(Class<?> loaded) {
        ClassLoader loader = loaded.getClassLoader();
        Map<String, Known> names = loader == null ? null : byLoader.get(loader);
        Known known = names == null ? null : names.get(loaded.getName());
        return known != null && known.shared;
    }

    /** A loaded class has been replaced by one with scoped probes. */
    synchronized void replaced(Class<?> loaded) {
        Map<String, Known> names = byLoader.get(loaded.getClassLoader());
        Known known = names == null ? null : names.get(loaded.getName());
        if (known != null && known.shared) {
            known.shared = false;
            shared--;
        }
    }

    /** Classes that may run with shared probes: those of loaders that are gone are among them. */
    synchronized int countShared() {
        return shared;
    }

    /** All that slots mean, in 64 bits: two versions of one class by accident alike are not a concern. */
    private static long shape(ClassPlan plan) {
        long high = 31L * Arrays.hashCode(plan.methods) + Arrays.hashCode(plan.owners);
        return high << 32 ^ (Arrays.hashCode(plan.lines) * 31L + plan.slots());
    }
}
