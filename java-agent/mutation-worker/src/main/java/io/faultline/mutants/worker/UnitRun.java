package io.faultline.mutants.worker;

import io.faultline.mutants.driver.Runs;
import io.faultline.mutants.driver.Tests;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The execution of one unit; tracks which tests still need runs. */
final class UnitRun implements Tests {
    private static final String NOT_MET = "the framework has no such test";

    private final Bench bench;
    private final Unit unit;
    private final Map<String, Wanted> left;

    /** By id, why a visited test is left without results. */
    private final Map<String, String> reasons = new HashMap<>();

    /** Unique ids of all containers above the tests. */
    private final Set<String> above = new HashSet<>();

    private TestRuns current;
    private String currentId;
    private int verdicts;

    UnitRun(Bench bench, Unit unit) {
        this.bench = bench;
        this.unit = unit;
        left = new LinkedHashMap<>(unit.tests);
        for (String id : left.keySet()) {
            for (int end = id.indexOf("]/["); end >= 0; end = id.indexOf("]/[", end + 1)) {
                above.add(id.substring(0, end + 1));
            }
        }
    }

    /** A pass over the tests of a unit. */
    interface Pass {
        void over(Tests tests) throws Exception;
    }

    /** Executes a pass and records the tests that remain unusable. */
    void by(Pass pass) {
        String failed = NOT_MET;
        Throwable thrown = null;
        try {
            pass.over(this);
        } catch (Throwable broken) {
            thrown = broken;
            failed = "the framework failed: " + broken;
        }
        if (current != null && current.isOpen()) {
            current.abandon(thrown);
        }
        for (Wanted test : new ArrayList<>(left.values())) {
            bench.results.unusable(test.number, reasons.getOrDefault(test.uniqueId, failed));
        }
        bench.results.stage(unit.number, verdicts);
    }

    @Override
    public boolean wants(String id) {
        if (id.equals(currentId) && current.more()) {
            return !current.isOpen();
        }
        return left.containsKey(id) && !reasons.containsKey(id);
    }

    @Override
    public boolean wantsBelow(String containerId) {
        return above.contains(containerId);
    }

    @Override
    public Collection<String> left() {
        return left.keySet();
    }

    @Override
    public Runs runs(String id) {
        if (!id.equals(currentId) || !current.more()) {
            current = new TestRuns(bench, this, left.get(id));
            currentId = id;
        }
        return current;
    }

    boolean probes() {
        return unit.probes;
    }

    boolean checksEach() {
        return unit.checksEach;
    }

    boolean looksForFirstBreak() {
        return unit.firstBreak;
    }

    void count() {
        verdicts++;
    }

    void done(Wanted test) {
        left.remove(test.uniqueId);
    }

    boolean isLeftOut(Wanted test) {
        return reasons.containsKey(test.uniqueId);
    }

    void leftOut(Wanted test, String reason) {
        reasons.put(test.uniqueId, reason);
    }
}
