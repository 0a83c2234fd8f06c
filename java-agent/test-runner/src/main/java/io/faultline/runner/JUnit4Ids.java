package io.faultline.runner;

import io.faultline.names.StableNames;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.junit.runner.Description;

/**
 * The ids that the recording agent's {@code JUnit4Names} gives the tests of a runner: {@code method(Class)} without the
 * parts that differ from run to run, and {@code method#2(Class)} for the second of equal ones in the runner's tree.
 */
public final class JUnit4Ids {
    /** Which of its equals a description is, if it is not the first; equal descriptions are not the same. */
    private final Map<Description, Integer> occurrences = new IdentityHashMap<>();

    /** The same for runners that describe a test anew each time: descriptions that have no equal one in the tree, or null. */
    private final Map<Description, Integer> unique = new HashMap<>();

    /** Reads the tree of a runner. */
    public JUnit4Ids(Description root) {
        read(root, new HashMap<>());
    }

    private void read(Description description, Map<String, Integer> counts) {
        if (description.isTest()) {
            int occurrence = counts.merge(id(description.getDisplayName(), 1), 1, Integer::sum);
            if (occurrence > 1) {
                occurrences.putIfAbsent(description, occurrence);
            }
            unique.put(description, unique.containsKey(description) ? null : Integer.valueOf(occurrence));
        } else {
            description.getChildren().forEach(child -> read(child, counts));
        }
    }

    /** The id of a test of the tree. */
    public String of(Description test) {
        Integer known = occurrences.containsKey(test) ? occurrences.get(test) : unique.get(test);
        return id(test.getDisplayName(), known == null ? 1 : known);
    }

    /** The id of a test of which JUnit shows {@code method(Class)}. */
    public static String id(String shown, int occurrence) {
        int open = shown.lastIndexOf('(');
        int end = open > 0 && shown.endsWith(")") ? open : shown.length();
        String stable = StableNames.of(shown.substring(0, end));
        return (occurrence == 1 ? stable : stable + '#' + occurrence) + shown.substring(end);
    }
}
