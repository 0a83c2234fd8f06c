package io.faultline.instrument;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A loader of given classes, instrumented or as they are, that knows the hits of each. */
final class Probed extends ClassLoader {
    private final Map<String, byte[]> originals;
    private final Probes probes;
    private final Map<String, ClassPlan> plans = new LinkedHashMap<>();
    private final Map<String, Integer> bases = new LinkedHashMap<>();
    private final Map<String, Integer> ids = new LinkedHashMap<>();

    /** {@code originals}: binary name to class file. */
    Probed(Map<String, byte[]> originals, Probes probes) {
        super(ClassLoader.getSystemClassLoader());
        this.originals = originals;
        this.probes = probes;
        setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            byte[] original = originals.get(name);
            if (original == null) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = probes == Probes.NONE ? original : instrument(name, original);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] instrument(String name, byte[] original) {
        try {
            ClassPlan plan = Instrumenter.plan(original);
            int base = BootClasses.allocate(plan.slots() + 1);
            BootClasses.hits(); // the chunk must exist before a probe asks for it
            ids.put(name, ids.size() + 1);
            plans.put(name, plan);
            bases.put(name, base);
            boolean scoped = probes == Probes.SCOPED;
            return Instrumenter.instrument(original, plan, ids.get(name), BootClasses.CHUNK, base, scoped);
        } catch (Refused refused) {
            return original;
        }
    }

    int idOf(String name) {
        return ids.get(name);
    }

    ClassPlan planOf(String name) {
        return plans.get(name);
    }

    boolean isHit(String name, int slot) {
        return BootClasses.hits()[bases.get(name) + slot] != 0;
    }

    boolean isTouched(String name) {
        return isHit(name, plans.get(name).slots());
    }

    /** Line to whether it was hit, over all methods of all classes; loads those not loaded yet. */
    Map<Integer, Boolean> lines() throws ClassNotFoundException {
        for (String name : originals.keySet()) {
            loadClass(name);
        }
        Map<Integer, Boolean> lines = new TreeMap<>();
        for (String name : plans.keySet()) {
            ClassPlan plan = plans.get(name);
            for (int slot = 0; slot < plan.slots(); slot++) {
                lines.merge(plan.lines[slot], isHit(name, slot), Boolean::logicalOr);
            }
        }
        return lines;
    }

    /** Lines of {@code method} of {@code name} that were hit. */
    java.util.Set<Integer> hitLines(String name, String method) {
        java.util.Set<Integer> hit = new java.util.TreeSet<>();
        ClassPlan plan = plans.get(name);
        for (int slot = 0; slot < plan.slots(); slot++) {
            if (plan.methods[2 * plan.owners[slot]].equals(method) && isHit(name, slot)) {
                hit.add(plan.lines[slot]);
            }
        }
        return hit;
    }
}
