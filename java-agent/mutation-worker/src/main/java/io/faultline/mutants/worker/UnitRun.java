package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Site;
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

    /** The reason for a test that the framework was asked to run and did not report. */
    static final String NOT_RUN = "the framework has no such test, or skips it";

    /** Follows these where the framework has a test instead whose name differs in numbers. */
    private static final String OTHER_NUMBERS =
            "; it has one with other numbers in its name, and such a name may change from run to run";

    /** More names are not compared. */
    private static final int MOST_STRANGERS = 10_000;

    private final Bench bench;
    private final Unit unit;
    private final Map<String, Wanted> left;

    /** By id, why a visited test is left without results. */
    private final Map<String, String> reasons = new HashMap<>();

    /** Names without numbers of tests of the framework that are not in the unit. */
    private final Set<String> strangers = new HashSet<>();

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
            String why = reasons.getOrDefault(test.uniqueId, failed);
            bench.results.unusable(test.number, why + other(test, why));
        }
        bench.results.stage(unit.number, verdicts);
    }

    /** What to add for a test that the framework has by another name, perhaps. */
    private String other(Wanted test, String why) {
        boolean isMissing = why.equals(NOT_MET) || why.equals(NOT_RUN);
        return isMissing && strangers.contains(withoutNumbers(test.uniqueId)) ? OTHER_NUMBERS : "";
    }

    /** A name with one sign for each number, its fraction and groups of digits. */
    private static String withoutNumbers(String id) {
        return id.replaceAll("-?\\d+([.,]\\d+)*(E-?\\d+)?", "#");
    }

    @Override
    public boolean wants(String id) {
        if (id.equals(currentId) && current.more()) {
            return !current.isOpen();
        }
        if (strangers.size() < MOST_STRANGERS && !unit.tests.containsKey(id)) {
            strangers.add(withoutNumbers(id));
        }
        return left.containsKey(id) && !reasons.containsKey(id);
    }

    @Override
    public boolean wantsBelow(String containerId) {
        return above.contains(containerId);
    }

    @Override
    public boolean areAlone() {
        return Site.keeps();
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
