package io.faultline.mutants.worker;

import io.faultline.runner.Ran;
import java.util.List;

/** A test of a unit, as requested by the program. Plain data. */
final class Wanted {
    private static final int FIELDS = 9;

    /** The test's number in the program. */
    final int number;

    final String uniqueId;
    final String className;
    final String method;

    /** The recorded outcome. */
    final Ran.Outcome expected;

    /** Class name of the recorded exception; empty if unknown. */
    final String exception;

    final int[] mutants;

    /** Whether to probe the test with initialisers rerun. */
    final boolean initialisers;

    private Wanted(List<String> fields) {
        number = Integer.parseInt(fields.get(1));
        uniqueId = fields.get(2);
        className = fields.get(3);
        method = fields.get(4);
        expected = outcome(fields.get(5));
        exception = fields.get(6);
        mutants = numbers(fields.get(7));
        initialisers = fields.get(8).equals("1");
    }

    /** Reads {@code test number id class method p|f|a exception mutants 0|1}. Errors: {@link IllegalArgumentException}. */
    static Wanted of(List<String> fields) {
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException("`test` takes " + (FIELDS - 1) + " fields, not " + (fields.size() - 1));
        }
        return new Wanted(fields);
    }

    private static Ran.Outcome outcome(String letter) {
        switch (letter) {
            case "p":
                return Ran.Outcome.PASSED;
            case "f":
                return Ran.Outcome.FAILED;
            case "a":
                return Ran.Outcome.ABORTED;
            default:
                throw new IllegalArgumentException("a test's outcome is `p`, `f` or `a`, not `" + letter + "`");
        }
    }

    private static int[] numbers(String list) {
        if (list.isEmpty()) {
            return new int[0];
        }
        String[] parts = list.split(",");
        int[] numbers = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Integer.parseInt(parts[i]);
        }
        return numbers;
    }
}
