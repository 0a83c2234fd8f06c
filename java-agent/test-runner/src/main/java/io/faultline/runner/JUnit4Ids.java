package io.faultline.runner;

import io.faultline.names.StableNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.runner.Description;

/**
 * The ids that the recording agent's {@code JUnit4Names} gives the tests of a runner: {@code method(Class)} without the
 * parts that differ from run to run, and {@code method#2(Class)} for the second of equal ones in the runner's tree. Where
 * descriptions do not tell which of its equals a test is, they are counted as they start.
 */
public final class JUnit4Ids implements JUnit4Names {
    /** Which of its equals a description is; equal descriptions are not the same. */
    private final Map<Description, Integer> occurrences = new IdentityHashMap<>();

    /** The same for runners that describe a test anew each time: descriptions that have no equal one in the tree, or null. */
    private final Map<Description, Integer> unique = new HashMap<>();

    /** How many tests have an id. */
    private final Map<String, Integer> counts = new HashMap<>();

    /** How many of these have started. */
    private final Map<String, Integer> started = new HashMap<>();

    /** Ids of which one description stands for several tests. */
    private final Set<String> shared = new HashSet<>();

    /** Reads the tree of a runner. */
    public JUnit4Ids(Description root) {
        read(root);
    }

    private void read(Description description) {
        if (description.isTest()) {
            String id = id(description.getDisplayName(), 1);
            int occurrence = counts.merge(id, 1, Integer::sum);
            if (occurrences.putIfAbsent(description, occurrence) != null) {
                shared.add(id);
            }
            unique.put(description, unique.containsKey(description) ? null : Integer.valueOf(occurrence));
        } else {
            description.getChildren().forEach(this::read);
        }
    }

    @Override
    public String of(Description test) {
        Integer known = occurrences.containsKey(test) ? occurrences.get(test) : unique.get(test);
        return id(test.getDisplayName(), known == null ? 1 : known);
    }

    @Override
    public String ofNext(Description test) {
        if (isOneOfSeveral(test)) {
            String id = id(test.getDisplayName(), 1);
            int before = started.merge(id, 1, Integer::sum) - 1;
            occurrences.put(test, before % counts.get(id) + 1);
        }
        return of(test);
    }

    /** Whether a test is, or may be, one with a wanted id: of several that cannot be told apart all run. */
    public boolean mayBe(Description test, Predicate<String> wanted) {
        if (!isOneOfSeveral(test)) {
            return wanted.test(of(test));
        }
        int count = counts.get(id(test.getDisplayName(), 1));
        for (int occurrence = 1; occurrence <= count; occurrence++) {
            if (wanted.test(id(test.getDisplayName(), occurrence))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The id that a test has where its class is listed once, if it has a higher number of equal ones: a suite may list the
     * class several times. The id itself if there is none.
     */
    String inOneListing(String id) {
        int open = id.lastIndexOf('(');
        int sign = open < 0 ? -1 : id.lastIndexOf('#', open);
        if (sign < 0 || !id.substring(sign + 1, open).matches("\\d{1,9}")) {
            return id;
        }
        String first = id.substring(0, sign) + id.substring(open);
        int count = counts.getOrDefault(first, 0);
        int occurrence = Integer.parseInt(id.substring(sign + 1, open));
        return count == 0 || occurrence <= count ? id : id(first, (occurrence - 1) % count + 1);
    }

    /** Whether a test's description does not tell which of several equal ones it is, until it starts. */
    public boolean isOneOfSeveral(Description test) {
        String id = id(test.getDisplayName(), 1);
        boolean isTold = occurrences.containsKey(test) || unique.get(test) != null;
        return counts.getOrDefault(id, 0) > 1 && (!isTold || shared.contains(id));
    }

    /** The id of a test of which JUnit shows {@code method(Class)}. */
    public static String id(String shown, int occurrence) {
        int open = shown.lastIndexOf('(');
        int end = open > 0 && shown.endsWith(")") ? open : shown.length();
        String stable = StableNames.of(shown.substring(0, end));
        return (occurrence == 1 ? stable : stable + '#' + occurrence) + shown.substring(end);
    }
}
