package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a test gives to the program: its calls, and those of their arguments that are known without running it.
 *
 * <p>An input is known by its place (which call, the how many-th of these, which argument) and its value, so that what stands
 * between two calls moves none. {@link WrittenInputs} reads those of a failing test, {@link StatementInputs} those of a candidate.
 */
final class Inputs {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final List<String> all = new ArrayList<>();
    private final Map<String, Integer> calls = new HashMap<>();

    /**
     * A call comes.
     *
     * @param callee name and descriptor, of constructors with their class: receivers are known by the type that they are declared with,
     *     which is not the same everywhere
     * @param arguments null for one that is not known; see {@link #value}
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

    /** A value in words, the same for what the JVM does not tell apart; null where it is none that is known. */
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

    /** A constant of an enumeration, by the internal name of that. */
    static String constant(String owner, String name) {
        return owner + "." + name;
    }

    /** Each as a number. */
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
