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
 * The classes that a search sees, from their class files: those that the failing test covers and that can be loaded,
 * and their superclasses, which are initialised with them.
 *
 * <p>Filled once by {@link #add}; then read-only, on any thread.
 */
final class Sight {
    private static final int BITS = 64;

    private final List<Seen> classes = new ArrayList<>();

    /** Numbers of classes by internal name. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Whether conditions are included. */
    private final boolean withConditions;

    private int words;
    private int outcomes;

    /** A class in sight. */
    static final class Seen {
        final ClassPlan plan;
        final ClassDetails details;

        /** The bit of its slot 0; the bit after its last slot marks the class as touched. */
        final int firstBit;

        /** Its conditions; null if not included. */
        final ElementPlan conditions;

        /** The mark of slot 0 of its conditions. */
        final int firstOutcome;

        Seen(ClassPlan plan, ClassDetails details, int firstBit, ElementPlan conditions, int firstOutcome) {
            this.plan = plan;
            this.details = details;
            this.firstBit = firstBit;
            this.conditions = conditions;
            this.firstOutcome = firstOutcome;
        }
    }

    /** Creates an empty sight. */
    Sight(boolean withConditions) {
        this.withConditions = withConditions;
    }

    /** Reads the class files of these classes, given by binary name. */
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

    /** Adds a class; false if it cannot have probes. */
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

    /** Returns the number of a class by internal name; -1 if it is not in sight. */
    int number(String internalName) {
        Integer number = numbers.get(internalName);
        return number == null ? -1 : number;
    }

    /** Returns the classes by number. */
    List<Seen> classes() {
        return classes;
    }

    /** Returns the length of hits in words. */
    int words() {
        return words;
    }

    /** Returns the number of outcomes of conditions in sight. */
    int outcomes() {
        return outcomes;
    }

    /** Returns the touched bit of each class, by number. */
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
