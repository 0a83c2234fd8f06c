package io.faultline.instrument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A loader of given classes, instrumented or original, with access to their hits. */
final class Probed extends ClassLoader {
    private final Map<String, byte[]> originals;
    private final Probes probes;
    private final Map<String, ClassPlan> plans = new LinkedHashMap<>();
    private final Map<String, Integer> bases = new LinkedHashMap<>();
    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private final Map<String, ElementPlan> richer = new LinkedHashMap<>();
    private final Map<String, Integer> outcomeBases = new LinkedHashMap<>();

    /** {@code originals}: class files by binary name. */
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
            BootClasses.hits(); // the chunk must exist before a probe uses it
            ids.put(name, ids.size() + 1);
            plans.put(name, plan);
            bases.put(name, base);
            boolean scoped = probes.areScoped();
            if (!probes.areRich()) {
                return Instrumenter.instrument(original, plan, ids.get(name), BootClasses.CHUNK, base, scoped);
            }
            ElementPlan elements = ElementPlan.of(original, plan, true, true);
            int outcomes = BootClasses.allocate(elements.slots() + 1);
            richer.put(name, elements);
            outcomeBases.put(name, outcomes);
            return Instrumenter.instrument(
                    original,
                    plan,
                    ids.get(name),
                    BootClasses.CHUNK,
                    base,
                    scoped,
                    elements,
                    BootClasses.CHUNK,
                    outcomes);
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

    /** Returns the outcomes of a class, each as {@code line kind name: number}, in code order. */
    List<String> outcomes(String name) {
        List<String> hit = new ArrayList<>();
        ElementPlan plan = richer.get(name);
        for (int method = 0; 2 * method < plans.get(name).methods.length; method++) {
            ElementPlan.OfMethod of = plan.ofMethod(method);
            for (ElementPlan.Site site : of == null ? List.<ElementPlan.Site>of() : of.sites) {
                for (int outcome = 0; outcome < site.outcomes(); outcome++) {
                    if (BootClasses.hits()[outcomeBases.get(name) + site.first + outcome] != 0) {
                        hit.add(site.line + " " + site.name + ": " + outcome);
                    }
                }
            }
        }
        return hit;
    }

    boolean isTouched(String name) {
        return isHit(name, plans.get(name).slots());
    }

    /** Returns whether each line was hit, over all methods of all classes; loads all classes. */
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

    /** Returns the hit lines of {@code method} in {@code name}. */
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
