package io.faultline.evosuite.search;

import io.faultline.instrument.ClassDetails;
import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.ElementPlan;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes that a search sees, as their class files have them: those that the failing test covers and that can be
 * loaded, and their superclasses, which are initialised with them.
 *
 * <p>Filled once, by {@link #add}; after that it is read only, and from any thread.
 */
final class Sight {
    private static final int BITS = 64;

    private final List<Seen> classes = new ArrayList<>();

    /** Internal name of a class to its number. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Whether conditions are in sight, too. */
    private final boolean withConditions;

    private int words;
    private int outcomes;

    /** One of the classes. */
    static final class Seen {
        final ClassPlan plan;
        final ClassDetails details;

        /** The bit of the hits that is its slot 0; the one behind its last slot says that the class was touched. */
        final int firstBit;

        /** Null where they are not in sight. */
        final ElementPlan conditions;

        /** The mark that is the slot 0 of its conditions. */
        final int firstOutcome;

        Seen(ClassPlan plan, ClassDetails details, int firstBit, ElementPlan conditions, int firstOutcome) {
            this.plan = plan;
            this.details = details;
            this.firstBit = firstBit;
            this.conditions = conditions;
            this.firstOutcome = firstOutcome;
        }
    }

    /** Nothing yet. */
    Sight(boolean withConditions) {
        this.withConditions = withConditions;
    }

    /** Reads the class files of these classes, by binary name. */
    static Sight of(List<String> names, ClassLoader loader, boolean withConditions) {
        Sight sight = new Sight(withConditions);
        for (String name : names) {
            String next = name;
            while (next != null && !sight.numbers.containsKey(next.replace('.', '/'))) {
                byte[] classFile = read(next.replace('.', '/') + ".class", loader);
                next = classFile != null && sight.add(classFile) ? sight.last().details.superclass : null;
            }
        }
        return sight;
    }

    /** Adds a class; false when it cannot have probes. */
    boolean add(byte[] classFile) {
        try {
            ClassPlan plan = Instrumenter.plan(classFile);
            ElementPlan conditions = withConditions ? ElementPlan.of(classFile, plan, true, false) : null;
            Seen seen = new Seen(plan, ClassDetails.of(classFile, plan), words * BITS, conditions, outcomes);
            numbers.put(plan.name.replace('.', '/'), classes.size());
            classes.add(seen);
            words += plan.slots() / BITS + 1;
            outcomes += conditions == null ? 0 : conditions.slots();
            return true;
        } catch (Refused | RuntimeException unreadable) {
            return false;
        }
    }

    private Seen last() {
        return classes.get(classes.size() - 1);
    }

    /** The number of a class, by its internal name; -1 when it is not here. */
    int number(String internalName) {
        Integer number = numbers.get(internalName);
        return number == null ? -1 : number;
    }

    /** In the order of their numbers. */
    List<Seen> classes() {
        return classes;
    }

    /** Words of the hits. */
    int words() {
        return words;
    }

    /** Outcomes of the conditions in sight. */
    int outcomes() {
        return outcomes;
    }

    /** By number of the class, the bit of the hits that says that it was touched. */
    int[] touched() {
        int[] touched = new int[classes.size()];
        for (int number = 0; number < touched.length; number++) {
            Seen seen = classes.get(number);
            touched[number] = seen.firstBit + seen.plan.slots();
        }
        return touched;
    }

    static byte[] read(String resource, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(resource)) {
            if (in == null) {
                return null;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            return null;
        }
    }
}
