package io.faultline.evosuite.adapter;

import java.io.File;

/**
 * The values of the properties that {@link FitnessProperties} gave EvoSuite, as they are now.
 *
 * <p>Master and client alike: EvoSuite read them from its command line or its properties file.
 */
public final class FitnessSettings {
    private static final String PLACE = "faultline.place";

    /** Name of a metric, or null: an ordinary search. */
    public final String fitness;

    /** Path of a recorded spectrum, or null. */
    public final String spectrum;

    /** Names of the failing tests, separated by semicolons; null for the only one that failed. */
    public final String failing;

    /** Path of a model, or null. */
    public final String model;

    /** Length of a round. Units: milliseconds. */
    public final int roundMillis;

    /** Length of a round in evaluations, in place of time; 0 where time counts. */
    public final int roundEvaluations;

    /** Rounds at most; 0 for as many as the budget allows. */
    public final int rounds;

    /** Whether a round goes on with the population of the one before. */
    public final boolean carry;

    /** Path of a recording to write, of the failing test and the tests kept; or null. */
    public final String export;

    /** Path of a file that ends the search when it appears, or null. */
    public final String stop;

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
    }

    /** Reads the fields. Errors: {@link IllegalStateException} where EvoSuite was not adapted. */
    public static FitnessSettings current() {
        return new FitnessSettings();
    }

    /** Tells the client, which runs in {@code -base_dir}, where relative paths begin. */
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

    /** An empty value is none. */
    private static String text(String field) {
        String value = (String) FitnessProperties.value(field);
        return value == null || value.isEmpty() ? null : value;
    }
}
