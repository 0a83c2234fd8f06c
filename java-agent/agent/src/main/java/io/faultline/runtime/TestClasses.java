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
 * The classes of test outputs: their supertypes, the classes they name, and what their static initialisers ran. Their
 * lines have no probes, so only names show which of them a test uses.
 *
 * <p>Classes are identified by binary name; equally named ones in several loaders are merged.
 *
 * <p>Threads: any; no application code runs under the lock. Cost: an entry per class and per name in it; for each class
 * with tests a walk over the classes that it names, repeated when there are new ones.
 */
public final class TestClasses {
    /** Smallest number of a test class; recorded classes have smaller numbers. */
    static final int FIRST = 0x6000_0000;

    private static final String[] NONE = {};

    /** Superclass and interfaces of each class. */
    private final Map<String, String[]> above = new HashMap<>();

    /** The classes named by each class. */
    private final Map<String, String[]> named = new HashMap<>();

    /** Interned names. */
    private final Map<String, String> texts = new HashMap<>();

    /** Classes with a static initialiser, by number. */
    private final List<String> names = new ArrayList<>();

    private final Map<String, Integer> numbers = new HashMap<>();

    /** Fixtures from initialisers, by class. */
    private final Map<String, int[]> fixtures = new HashMap<>();

    /** Classes whose initialiser threw. */
    private final Set<String> failed = new HashSet<>();

    /** Cached results of {@link #addUsed}, cleared on changes. */
    private final Map<String, int[]> shared = new HashMap<>();

    private volatile boolean tests;

    /** Notes that a test framework is present; without one, initialisers do not concern tests. */
    public void frameworkSeen() {
        tests = true;
    }

    /** Whether a test framework is present. */
    public boolean mayHaveTests() {
        return tests;
    }

    /** Adds a class before its definition, with its supertypes and the classes that it names. */
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

    /** Returns the number of a class whose static initialiser is bracketed. */
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

    /** Notes that the initialiser of a class threw: all users of the class fail. */
    synchronized void failed(int number) {
        failed.add(name(number));
        shared.clear();
    }

    /** Adds fixtures run by the initialiser of a class. */
    synchronized void initialised(String name, int[] made) {
        int[] all = fixtures.containsKey(name) ? fixtures.get(name) : new int[0];
        fixtures.put(name, Container.withAll(all, made));
        shared.clear();
    }

    /**
     * Adds the fixtures shared by the tests of a class through static fields: as {@link #addTo}, and of all classes
     * that these name, transitively; but not of classes that could not be initialised, because passing tests did not
     * use them.
     *
     * @param name the class, or null for none
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
     * Adds the fixtures of static fields of a class, of its supertypes, and of enclosing classes. Named classes do not
     * count: a suite names classes whose tests are independent.
     *
     * @param name the class, or null for none
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
