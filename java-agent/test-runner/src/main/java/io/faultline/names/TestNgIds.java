package io.faultline.names;

import java.util.HashMap;
import java.util.Map;

/**
 * Ids of invocations in TestNG, whose results have none: {@code class.method}, with the place of the parameters in their
 * data ({@code [0]}), the number of the instance among those that factories made of the class ({@code #2}), and how often
 * that has run. None of these depends on the order in which TestNG runs instances, which differs from run to run, and
 * parallel parameters.
 *
 * <p>Threads: any.
 */
public final class TestNgIds {
    /** TestNG 6.13 and older do not tell the place of parameters. */
    public static final int NO_INDEX = -1;

    /** How often each has run. */
    private final Map<String, Integer> runs = new HashMap<>();

    /**
     * The id of the next invocation of a method.
     *
     * @param method class and method
     * @param instance which of its class the instance is, from 1; 0 if no factory made it
     * @param index place of the parameters in their data, or {@link #NO_INDEX}
     */
    public synchronized String of(String method, int instance, boolean hasParameters, int index) {
        String first = instance > 1 ? method + "#" + instance : method;
        if (hasParameters && index == NO_INDEX) {
            return first + "[" + (next(first + "[") - 1) + "]";
        }
        String id = hasParameters ? first + "[" + index + "]" : first;
        int run = next(id);
        if (run == 1) {
            return id;
        }
        // The second run of the first instance is not the first of the second instance.
        return (instance == 1 && !hasParameters ? id + "#1#" : id + "#") + run;
    }

    /** The largest number behind a {@code #}: so many instances or runs there were at least; 1 if there is none. */
    public static int mostRuns(String id) {
        int most = 1;
        for (int at = id.indexOf('#'); at >= 0; at = id.indexOf('#', at + 1)) {
            int number = 0;
            for (int i = at + 1; i < id.length() && Character.isDigit(id.charAt(i)) && number < 1_000_000; i++) {
                number = number * 10 + Character.digit(id.charAt(i), 10);
            }
            most = Math.max(most, number);
        }
        return most;
    }

    /** Whether the test of an id has run, of which the id is a later run or another instance. */
    public synchronized boolean hasRunBefore(String id) {
        int sign = id.lastIndexOf('#');
        String before = sign < 0 ? id : id.substring(0, sign);
        String first = before.endsWith("#1") ? before.substring(0, before.length() - 2) : before;
        return runs.containsKey(before) || runs.containsKey(first);
    }

    private int next(String id) {
        Integer before = runs.get(id);
        int run = before == null ? 1 : before + 1;
        runs.put(id, run);
        return run;
    }
}
