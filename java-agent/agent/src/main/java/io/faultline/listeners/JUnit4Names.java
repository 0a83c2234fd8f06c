package io.faultline.listeners;

import io.faultline.names.StableNames;
import io.faultline.runtime.TestName;
import io.faultline.runtime.WeakIdentityMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of JUnit 4's tests: ids are display names, {@code method(Class)}, made {@link StableNames stable}. Of tests with
 * equal ids the second one has {@code method#2(Class)}, in the order of their runner, which is the same in each run.
 *
 * <p>Reruns have the ids of what they run again, so occurrences are counted in a runner's tree and not when tests start.
 * A runner may describe a test anew when it starts, or several tests by one description: of equals such tests are then
 * counted as they start.
 * Threads: any.
 */
final class JUnit4Names {
    private static final Getter DISPLAY_NAME = new Getter("org.junit.runner.Description", "getDisplayName");
    private static final Getter CHILDREN = new Getter("org.junit.runner.Description", "getChildren");

    /** Deeper than any suite. */
    private static final int DEEPEST = 64;

    /** Which of its equals a description is; none for one that has no equals. */
    private final WeakIdentityMap<Object, Integer> occurrences = new WeakIdentityMap<>();

    /** The ids that several tests of a runner's tree have. Guarded by itself. */
    private final Map<String, Equals> equals = new HashMap<>();

    private volatile boolean anyEqual;

    /** Tests with one id. */
    private static final class Equals {
        Object first;
        int count;
        int started;

        /** Whether one description stands for several of them. */
        boolean isShared;
    }

    /** Reads the tree of a runner that is about to run. A part of a tree that was read keeps its occurrences. */
    void read(Object description) {
        Map<String, Equals> found = new HashMap<>();
        read(description, found, 0);
        synchronized (equals) {
            for (Map.Entry<String, Equals> one : found.entrySet()) {
                one.getValue().first = null;
                if (one.getValue().count > 1) {
                    equals.put(one.getKey(), one.getValue());
                }
            }
        }
    }

    private void read(Object description, Map<String, Equals> found, int depth) {
        Object children = CHILDREN.of(description);
        if (!(children instanceof List) || depth == DEEPEST) {
            return;
        }
        if (!((List<?>) children).isEmpty()) {
            for (Object child : (List<?>) children) {
                read(child, found, depth + 1);
            }
            return;
        }
        String shown = shown(description);
        String id = StableNames.isPlain(shown, endOfOwn(shown)) ? shown : named(shown, 1).id;
        Equals known = found.get(id);
        if (known == null) {
            known = new Equals();
            known.first = description;
            found.put(id, known);
        }
        known.count++;
        if (known.count > 1) {
            known.isShared |= known.first == description;
            note(known.first, 1);
            note(description, known.count);
            anyEqual = true;
        }
    }

    private void note(Object description, int occurrence) {
        if (occurrences.get(description) == null) {
            occurrences.put(description, occurrence);
        }
    }

    /** Returns the name of a test. */
    TestName of(Object description) {
        Integer known = anyEqual ? occurrences.get(description) : null;
        return named(shown(description), known == null ? 1 : known);
    }

    /** Returns the name of a test that starts or is skipped, which it does once in a run. */
    TestName ofNext(Object description) {
        if (anyEqual && (occurrences.get(description) == null || isShared(description))) {
            occurrences.put(description, next(description));
        }
        return of(description);
    }

    private boolean isShared(Object description) {
        synchronized (equals) {
            Equals all = equals.get(named(shown(description), 1).id);
            return all != null && all.isShared;
        }
    }

    private int next(Object description) {
        synchronized (equals) {
            Equals all = equals.get(named(shown(description), 1).id);
            if (all == null) {
                return 1;
            }
            return all.started++ % all.count + 1;
        }
    }

    /** Returns what JUnit shows for a test or container; empty if unknown. */
    static String shown(Object description) {
        String name = DISPLAY_NAME.string(description);
        return name == null ? "" : name;
    }

    /** Returns the name of a test of which JUnit shows {@code method(Class)}. */
    static TestName named(String shown, int occurrence) {
        TestName plain = TestName.ofDisplayName(shown);
        int end = endOfOwn(shown);
        if (occurrence == 1 && StableNames.isPlain(shown, end)) {
            return plain;
        }
        String own = shown.substring(0, end);
        String stable = StableNames.of(own);
        if (stable.equals(own) && occurrence == 1) {
            return plain;
        }
        String ofClass = shown.substring(end);
        TestName first = TestName.ofDisplayName(stable + ofClass);
        String id = occurrence == 1 ? first.id : stable + '#' + occurrence + ofClass;
        return new TestName(id, first.className, first.method, own);
    }

    /** Where the class behind a test's own name begins; the end if there is none. */
    private static int endOfOwn(String shown) {
        int open = shown.lastIndexOf('(');
        return open > 0 && shown.endsWith(")") ? open : shown.length();
    }
}
