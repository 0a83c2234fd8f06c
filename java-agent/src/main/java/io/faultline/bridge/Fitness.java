package io.faultline.bridge;

/**
 * The native core as a judge of generated tests: a metric over what a search can see of a recorded spectrum.
 *
 * <p>A search is a handle. It is {@linkplain #open opened}, told what it {@linkplain #observe sees}, asked for the
 * {@linkplain #fitness fitness} of candidates, given those that it {@linkplain #accept keeps}, and closed.
 *
 * <p>A row is a set of lines, bit-packed: line bit {@code b} is bit {@code b % 64} of word {@code b / 64}; it has
 * {@code (lines + 63) / 64} words.
 *
 * <p>Errors: none of these methods throws, whatever its arguments; {@link Core#trouble()} tells of misuse.
 *
 * <p>Threads: any; calls for one search wait for each other.
 */
public final class Fitness {
    private Fitness() {}

    /** {@link #accept}: the candidate joined. */
    public static final int JOINED = 0;

    /** {@link #accept}: it covers no suspicious line. */
    public static final int EMPTY = 1;

    /** {@link #accept}: it covers the same suspicious lines as a test that is there. */
    public static final int KNOWN = 2;

    /** {@link #accept}: the suite would be worth no more with it. */
    public static final int NO_GAIN = 3;

    /**
     * Reads a spectrum and finds a metric.
     *
     * @param spectrum a {@code .flt} file, a folder of them, or a folder in the tsv or gzoltar layout
     * @param failing names of the failing tests; null or none for the only one that failed
     * @param metric its name, with parameters
     * @param model file of a learned metric, or null
     * @param handle of length 1: receives the handle
     * @return null, or one sentence that says why there can be no such search
     */
    public static native String open(String spectrum, String[] failing, String metric, String model, long[] handle);

    /** Binary names of the classes of which the failing test covers a line, one per text line; null once it runs. */
    public static native String classes(long handle);

    /** The failing test as people write it; null once it runs. */
    public static native String failing(long handle);

    /**
     * Tells the search what it sees, and begins it: every line of every class that could be loaded.
     *
     * @param methods class, method, descriptor, class, method ...
     * @param owners for each line the position of its method among these triples
     * @param lines the lines
     * @param bits as long as {@code lines}: receives the bit that stands for each, -1 for those that play no part
     * @return null, or one sentence that says why the search cannot begin
     */
    public static native String observe(long handle, String[] methods, int[] owners, int[] lines, int[] bits);

    /**
     * How far a candidate is from the best, given the tests kept so far; to be minimised. 1 where it must not be
     * kept: it covers nothing suspicious, or just what a test does that is there. NaN without such a search.
     */
    public static native double fitness(long handle, long[] row);

    /** The metric's value of a candidate given the tests kept so far; NaN without such a search. */
    public static native double score(long handle, long[] row);

    /**
     * The candidate joins the tests, if it can.
     *
     * @return {@link #JOINED}, {@link #EMPTY}, {@link #KNOWN} or {@link #NO_GAIN}; -1 without such a search
     */
    public static native int accept(long handle, long[] row, String name);

    /**
     * Tests, lines in sight, suspicious ones of them, ambiguity groups among these, and the metric's value of the
     * tests (NaN where it has none); null before it runs.
     */
    public static native double[] standing(long handle);

    /**
     * Writes the tests so far as a recording.
     *
     * @return null, or one sentence that says why it could not be written
     */
    public static native String write(long handle, String file);

    /** Forgets the search. */
    public static native void close(long handle);
}
