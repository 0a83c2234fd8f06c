package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The inputs of a test to the program: its calls, and those of their arguments that are known without running it.
 *
 * <p>An input is identified by position (the call, its number among equal calls, the argument) and value, so other code
 * between two calls changes none. {@link WrittenInputs} reads those of a failing test, {@link StatementInputs} those of
 * a candidate.
 */
final class Inputs {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final List<String> all = new ArrayList<>();
    private final Map<String, Integer> calls = new HashMap<>();

    /**
     * Adds a call.
     *
     * @param callee name and descriptor; for constructors with the class. Receivers are omitted, because their declared
     * types vary
     * @param arguments null for an unknown one; see {@link #value}
     */
    void call(String callee, List<String> arguments) {
        String place = callee + " " + calls.merge(callee, 1, Integer::sum);
        all.add(place);
        for (int at = 0; at < arguments.size(); at++) {
            if (arguments.get(at) != null) {
                all.add(place + " " + at + " " + arguments.get(at));
            }
        }
    }

    /** Returns a value as text, equal for values that the JVM does not distinguish; null if it is unknown. */
    static String value(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? "1" : "0";
        }
        if (value instanceof Character) {
            return Integer.toString((Character) value);
        }
        if (value instanceof Double || value instanceof Float) {
            return Double.toString(((Number) value).doubleValue());
        }
        if (value instanceof Number) {
            return Long.toString(((Number) value).longValue());
        }
        return value instanceof String ? "\"" + value : null;
    }

    /** Returns a constant of an enumeration, given the internal name of its type. */
    static String constant(String owner, String name) {
        return owner + "." + name;
    }

    /** Returns each input as a number. */
    long[] numbers() {
        long[] numbers = new long[all.size()];
        for (int at = 0; at < numbers.length; at++) {
            long hash = FNV_OFFSET;
            String input = all.get(at);
            for (int c = 0; c < input.length(); c++) {
                hash = (hash ^ input.charAt(c)) * FNV_PRIME;
            }
            numbers[at] = hash;
        }
        return numbers;
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
