package io.faultline.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of test output: what they inherit from, and what their static initialisers ran. They have no probes,
 * so that nothing but the name of a test's class says that the test uses them.
 *
 * <p>Classes are known by their binary names; several of one name, in several loaders, are one.
 *
 * <p>Threads: any; no code of the application runs under the lock. Cost: an entry for each class.
 */
public final class TestClasses {
    /** Numbers from here on are of test classes, and of no class that is recorded. */
    static final int FIRST = 0x6000_0000;

    private static final String[] NONE = {};

    /** Superclass and interfaces of each class. */
    private final Map<String, String[]> above = new HashMap<>();

    /** Those with a static initialiser, by number. */
    private final List<String> names = new ArrayList<>();

    private final Map<String, Integer> numbers = new HashMap<>();

    /** What initialisers ran, by class. */
    private final Map<String, int[]> fixtures = new HashMap<>();

    private volatile boolean tests;

    /** A framework that reports tests is here: without one, initialisers are no matter of tests. */
    public void frameworkSeen() {
        tests = true;
    }

    boolean mayHaveTests() {
        return tests;
    }

    /** A class is about to be defined, which inherits from these. */
    public synchronized void add(String name, String[] supertypes) {
        above.put(name, supertypes);
    }

    /** The number of a class whose static initialiser is bracketed. */
    public synchronized int number(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number = FIRST + names.size();
        names.add(name);
        numbers.put(name, number);
        return number;
    }

    synchronized String name(int number) {
        return names.get(number - FIRST);
    }

    /** The initialiser of a class ran these. */
    synchronized void initialised(String name, int[] made) {
        int[] all = fixtures.containsKey(name) ? fixtures.get(name) : new int[0];
        fixtures.put(name, Container.withAll(all, made));
    }

    /**
     * Numbers with those of what the tests of a class share through static fields: its own, its supertypes', and those of the
     * classes around it.
     *
     * @param name of the class, or null for none
     */
    synchronized int[] addTo(int[] some, String name) {
        return name == null || fixtures.isEmpty() ? some : addTo(some, name, new ArrayList<String>(4));
    }

    private int[] addTo(int[] some, String name, List<String> seen) {
        if (seen.contains(name)) {
            return some;
        }
        seen.add(name);
        int[] made = fixtures.get(name);
        int[] all = made == null ? some : Container.withAll(some, made);
        String[] supertypes = above.get(name);
        for (String supertype : supertypes == null ? NONE : supertypes) {
            all = addTo(all, supertype, seen);
        }
        int inner = name.lastIndexOf('$');
        return inner > 0 ? addTo(all, name.substring(0, inner), seen) : all;
    }
}
