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

/** The native core as judge: a recorded spectrum, its failing test, and a metric. */
final class NativeJudge implements Judge, AutoCloseable {
    private static final Joining[] JOININGS = {Joining.JOINED, Joining.EMPTY, Joining.KNOWN, Joining.NO_GAIN, Joining.FAR};

    private final long handle;

    /** The failing test, as people write it. */
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

    /** Binary names of the classes of which the failing test covers a line. */
    List<String> classes() {
        String names = Fitness.classes(handle);
        return names == null ? Collections.<String>emptyList() : Arrays.asList(names.split("\n"));
    }

    /** Are conditions compared with the failing test's? */
    boolean comparesConditions() {
        return Fitness.nearness(handle) == Fitness.CONDITIONS;
    }

    /** Are inputs compared with the failing test's? */
    boolean comparesInputs() {
        return Fitness.nearness(handle) == Fitness.INPUTS;
    }

    /** Class and method of each failing test. */
    List<String[]> tests() {
        List<String[]> tests = new ArrayList<>();
        for (String line : Fitness.tests(handle).split("\n")) {
            tests.add(line.split("\t", 2));
        }
        return tests;
    }

    /** The inputs of one more failing test. Errors: {@link CannotGuide}. */
    void given(long[] inputs) throws CannotGuide {
        String problem = Fitness.given(handle, inputs);
        if (problem != null) {
            throw new CannotGuide(problem);
        }
    }

    /** Begins, with all that is in sight. Errors: {@link CannotGuide}. */
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

    /** Hands over what initialisers ran since the last call: it may be the candidate's at hand. */
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
