package io.faultline.evosuite.search;

import io.faultline.bridge.Core;
import io.faultline.bridge.Fitness;
import io.faultline.bridge.Library;
import io.faultline.evosuite.adapter.FitnessSettings;
import io.faultline.evosuite.adapter.Host;
import io.faultline.instrument.ClassDetails;
import io.faultline.instrument.ClassPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A judge that uses the native core: a recorded spectrum, its failing test, and a metric. */
final class NativeJudge implements Judge, AutoCloseable {
    private static final Joining[] JOININGS = {
        Joining.JOINED, Joining.EMPTY, Joining.KNOWN, Joining.NO_GAIN, Joining.FAR
    };

    private final long handle;

    /** Name of the failing test, for display. */
    final String failing;

    private NativeJudge(long handle) {
        this.handle = handle;
        this.failing = Fitness.failing(handle);
    }

    /** Errors: {@link CannotGuide}, with a sentence that says what to change. */
    static NativeJudge open(FitnessSettings settings) throws CannotGuide {
        String problem = Library.load(Host.jar(), null, Host.instrumentation());
        long[] handle = new long[1];
        if (problem == null) {
            String[] failing = settings.failing == null ? null : settings.failing.split(";");
            problem = Fitness.open(settings.spectrum, failing, settings.fitness, settings.model, handle);
        }
        if (problem != null) {
            throw new CannotGuide(problem);
        }
        return new NativeJudge(handle[0]);
    }

    /** Returns the binary names of classes with a line covered by the failing test. */
    List<String> classes() {
        String names = Fitness.classes(handle);
        return names == null ? Collections.<String>emptyList() : Arrays.asList(names.split("\n"));
    }

    /** Whether conditions are compared with the failing test's. */
    boolean comparesConditions() {
        return Fitness.nearness(handle) == Fitness.CONDITIONS;
    }

    /** Whether inputs are compared with the failing test's. */
    boolean comparesInputs() {
        return Fitness.nearness(handle) == Fitness.INPUTS;
    }

    /** Returns class and method of each failing test. */
    List<String[]> tests() {
        List<String[]> tests = new ArrayList<>();
        for (String line : Fitness.tests(handle).split("\n")) {
            tests.add(line.split("\t", 2));
        }
        return tests;
    }

    /** Adds the inputs of a failing test. Errors: {@link CannotGuide}. */
    void given(long[] inputs) throws CannotGuide {
        String problem = Fitness.given(handle, inputs);
        if (problem != null) {
            throw new CannotGuide(problem);
        }
    }

    /** Begins the search with the classes in sight. Errors: {@link CannotGuide}. */
    void observe(Sight sight) throws CannotGuide {
        String problem = null;
        for (Sight.Seen seen : sight.classes()) {
            problem = problem == null ? see(seen) : problem;
        }
        problem = problem == null ? Fitness.observe(handle) : problem;
        if (problem != null) {
            throw new CannotGuide(problem);
        }
    }

    private String see(Sight.Seen seen) {
        ClassPlan plan = seen.plan;
        ClassDetails details = seen.details;
        return Fitness.see(
                handle,
                plan.name,
                plan.hash,
                plan.methods,
                plan.lines,
                plan.owners,
                details.superclass,
                details.owners,
                details.slots,
                details.used,
                seen.conditions == null ? new int[0] : seen.conditions.table(),
                seen.conditions == null ? new String[0] : seen.conditions.names());
    }

    /** Passes on the hits of initialisers since the last call, possibly triggered by the current candidate. */
    private void handOver() {
        for (Hits.Initialised initialised : Hits.initialised()) {
            Fitness.initialised(handle, initialised.number, initialised.hits);
        }
    }

    @Override
    public double fitness(long[] hits) {
        handOver();
        double fitness = Fitness.fitness(handle, hits);
        return Double.isNaN(fitness) ? WORST : fitness;
    }

    @Override
    public double score(long[] hits) {
        handOver();
        return Fitness.score(handle, hits);
    }

    @Override
    public Joining accept(long[] hits, String name) {
        handOver();
        int code = Fitness.accept(handle, hits, name);
        if (code < 0) {
            throw new IllegalStateException(Core.trouble());
        }
        return JOININGS[code];
    }

    @Override
    public long[] lines(long[] hits) {
        handOver();
        long[] lines = Fitness.lines(handle, hits);
        if (lines == null) {
            throw new IllegalStateException(Core.trouble());
        }
        return lines;
    }

    @Override
    public Standing standing() {
        double[] numbers = Fitness.standing(handle);
        if (numbers == null) {
            throw new IllegalStateException(Core.trouble());
        }
        return new Standing((int) numbers[0], (int) numbers[1], (int) numbers[2], (int) numbers[3], numbers[4]);
    }

    @Override
    public String write(String file) {
        return Fitness.write(handle, file);
    }

    @Override
    public void close() {
        Fitness.close(handle);
    }
}
