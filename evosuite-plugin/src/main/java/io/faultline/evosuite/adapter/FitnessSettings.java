package io.faultline.evosuite.adapter;

import java.io.File;

/**
 * The current values of the properties added by {@link FitnessProperties}.
 *
 * <p>The same in master and client: EvoSuite reads them from its command line or its properties file.
 */
public final class FitnessSettings {
    private static final String PLACE = "faultline.place";

    /** Name of a metric, or null for an ordinary search. */
    public final String fitness;

    /** Path of a recorded spectrum, or null. */
    public final String spectrum;

    /** Names of the failing tests, separated by semicolons; null for the only failed one. */
    public final String failing;

    /** Path of a model, or null. */
    public final String model;

    /** Length of a round. Units: milliseconds. */
    public final int roundMillis;

    /** Length of a round in evaluations instead of time; 0 if time counts. */
    public final int roundEvaluations;

    /** Largest number of rounds; 0 for as many as the budget allows. */
    public final int rounds;

    /** Whether a round continues with the population of the previous one. */
    public final boolean carry;

    /** Path of a recording to write, of the failing test and the accepted tests; or null. */
    public final String export;

    /** Path of a file that ends the search when it appears, or null. */
    public final String stop;

    /** Whether MOSA searches only for branches whose control dependences are covered. */
    public final boolean dynamicTargets;

    /** How many tests to keep for each goal; 0 for those that EvoSuite keeps. */
    public final int testsPerTarget;

    private FitnessSettings() {
        fitness = text("FITNESS");
        spectrum = path("FITNESS_SPECTRUM");
        failing = text("FITNESS_FAILING");
        model = path("FITNESS_MODEL");
        roundMillis = (Integer) FitnessProperties.value("FITNESS_ROUND_MS");
        roundEvaluations = (Integer) FitnessProperties.value("FITNESS_ROUND_EVALS");
        rounds = (Integer) FitnessProperties.value("FITNESS_ROUNDS");
        carry = (Integer) FitnessProperties.value("FITNESS_CARRY") != 0;
        export = path("FITNESS_EXPORT");
        stop = path("FITNESS_STOP");
        dynamicTargets = (Integer) FitnessProperties.value("DYNAMIC_TARGETS") != 0;
        testsPerTarget = (Integer) FitnessProperties.value("TESTS_PER_TARGET");
    }

    /** Reads the fields. Errors: {@link IllegalStateException} if EvoSuite was not adapted. */
    public static FitnessSettings current() {
        return new FitnessSettings();
    }

    /** Returns the argument that tells the client, which runs in {@code -base_dir}, the base of relative paths. */
    static String placeArgument() {
        return "-D" + PLACE + "=" + place();
    }

    private static String place() {
        return System.getProperty(PLACE, System.getProperty("user.dir"));
    }

    private static String path(String field) {
        String path = text(field);
        return path == null || new File(path).isAbsolute() ? path : new File(place(), path).getPath();
    }

    /** Returns the value of a field; null if it is empty. */
    private static String text(String field) {
        String value = (String) FitnessProperties.value(field);
        return value == null || value.isEmpty() ? null : value;
    }
}
