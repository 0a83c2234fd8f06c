package io.faultline.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The classes of test output: what they inherit from, which others they name, and what their static initialisers ran. Their
 * own lines have no probes, so that nothing but names says which of them a test uses.
 *
 * <p>Classes are known by their binary names; several of one name, in several loaders, are one.
 *
 * <p>Threads: any; no code of the application runs under the lock. Cost: an entry for each class and each name in it; for
 * each class with tests a walk over those that it names, again when there are new ones.
 */
public final class TestClasses {
    /** Numbers from here on are of test classes, and of no class that is recorded. */
    static final int FIRST = 0x6000_0000;

    private static final String[] NONE = {};

    /** Superclass and interfaces of each class. */
    private final Map<String, String[]> above = new HashMap<>();

    /** The classes that each class names. */
    private final Map<String, String[]> named = new HashMap<>();

    /** One text for each name. */
    private final Map<String, String> texts = new HashMap<>();

    /** Those with a static initialiser, by number. */
    private final List<String> names = new ArrayList<>();

    private final Map<String, Integer> numbers = new HashMap<>();

    /** What initialisers ran, by class. */
    private final Map<String, int[]> fixtures = new HashMap<>();

    /** Those whose initialiser threw. */
    private final Set<String> failed = new HashSet<>();

    /** What the tests of a class share, as far as it was asked for since there was something new. */
    private final Map<String, int[]> shared = new HashMap<>();

    private volatile boolean tests;

    /** A framework that reports tests is here: without one, initialisers are no matter of tests. */
    public void frameworkSeen() {
        tests = true;
    }

    boolean mayHaveTests() {
        return tests;
    }

    /** A class is about to be defined, which inherits from some and names others. */
    public synchronized void add(String name, String[] supertypes, String[] others) {
        for (int index = 0; index < others.length; index++) {
            String text = texts.get(others[index]);
            if (text == null) {
                texts.put(others[index], others[index]);
            } else {
                others[index] = text;
            }
        }
        above.put(name, supertypes);
        named.put(name, others);
        shared.clear();
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

    /** The initialiser of a class threw: whoever uses the class fails by that. */
    synchronized void failed(int number) {
        failed.add(name(number));
        shared.clear();
    }

    /** The initialiser of a class ran these. */
    synchronized void initialised(String name, int[] made) {
        int[] all = fixtures.containsKey(name) ? fixtures.get(name) : new int[0];
        fixtures.put(name, Container.withAll(all, made));
        shared.clear();
    }

    /**
     * Numbers with those of what the tests of a class share through static fields: as {@link #addTo}, and of all classes that
     * these name, and those in turn; but for such as could not be initialised, as tests that pass did not use them.
     *
     * @param name of the class, or null for none
     */
    synchronized int[] addUsed(int[] some, String name) {
        if (name == null || fixtures.isEmpty()) {
            return some;
        }
        int[] used = shared.get(name);
        if (used == null) {
            used = used(name);
            shared.put(name, used);
        }
        return Container.withAll(some, used);
    }

    private int[] used(String name) {
        int[] all = addTo(new int[0], name);
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        for (String next = name; next != null; next = open.poll()) {
            if (!seen.add(next)) {
                continue;
            }
            all = failed.contains(next) ? all : withFixtures(all, next);
            for (String supertype : namesOf(above, next)) {
                open.add(supertype);
            }
            for (String other : namesOf(named, next)) {
                if (above.containsKey(other)) {
                    open.add(other);
                }
            }
            int inner = next.lastIndexOf('$');
            if (inner > 0) {
                open.add(next.substring(0, inner));
            }
        }
        return all;
    }

    private int[] withFixtures(int[] some, String name) {
        int[] made = fixtures.get(name);
        return made == null ? some : Container.withAll(some, made);
    }

    private static String[] namesOf(Map<String, String[]> names, String name) {
        String[] of = names.get(name);
        return of == null ? NONE : of;
    }

    /**
     * Numbers with those of the static fields of a class, of its supertypes, and of the classes around it. A suite names classes
     * whose tests are none of each other's, so names do not count.
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
        int[] all = withFixtures(some, name);
        for (String supertype : namesOf(above, name)) {
            all = addTo(all, supertype, seen);
        }
        int inner = name.lastIndexOf('$');
        return inner > 0 ? addTo(all, name.substring(0, inner), seen) : all;
    }
}
