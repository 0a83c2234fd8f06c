package io.faultline.mutants.worker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A worker's unit of work: some tests of one class. Immutable once its tests are added. */
final class Unit {
    private static final int FIELDS = 7;

    final int number;
    final String framework;
    final String className;

    /** Whether each test is probed; otherwise its mutants get verdicts. */
    final boolean probes;

    /** Whether a plain run follows each verdict other than {@code same}. */
    final boolean checksEach;

    /** Whether mutants are skipped once they have made a test fail in such a unit. */
    final boolean firstBreak;

    /** Tests by unique id. */
    final Map<String, Wanted> tests = new LinkedHashMap<>();

    private Unit(List<String> fields) {
        number = Integer.parseInt(fields.get(1));
        framework = fields.get(2);
        className = fields.get(3);
        probes = isFirst(fields.get(4), "probe", "verdicts");
        checksEach = isFirst(fields.get(5), "each", "end");
        firstBreak = isFirst(fields.get(6), "1", "0");
    }

    /** Reads {@code unit number framework class probe|verdicts end|each 0|1}. Errors: {@link IllegalArgumentException}. */
    static Unit of(List<String> fields) {
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException("`unit` takes " + (FIELDS - 1) + " fields, not " + (fields.size() - 1));
        }
        return new Unit(fields);
    }

    private static boolean isFirst(String field, String first, String second) {
        if (!field.equals(first) && !field.equals(second)) {
            throw new IllegalArgumentException("`" + field + "` is neither `" + first + "` nor `" + second + "`");
        }
        return field.equals(first);
    }

    void add(Wanted test) {
        tests.put(test.uniqueId, test);
    }
}
