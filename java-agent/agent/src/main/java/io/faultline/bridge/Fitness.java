package io.faultline.bridge;

/**
 * The native core as a judge of generated tests: a metric over what a search can see of a recorded spectrum.
 *
 * <p>A search is a handle. It is {@linkplain #open opened}, told what it {@linkplain #see sees}, {@linkplain #observe begun},
 * told what {@linkplain #initialised static initialisers} ran, asked for the {@linkplain #fitness fitness} of candidates, given
 * those that it {@linkplain #accept keeps}, and closed.
 *
 * <p>Hits are what the probes of one test stored, bit-packed: bit {@code b} is bit {@code b % 64} of word {@code b / 64}. Each
 * class in sight has {@code slots / 64 + 1} words, in the order in which they were seen: bit {@code s} of them is its slot
 * {@code s}, and the bit behind the last slot says only that the class was touched. Initialisers are charged to hits here, as
 * they are when recordings are merged.
 *
 * <p>Where candidates are {@linkplain #nearness compared} with the failing test, what is compared follows their hits in the same
 * array: the outcomes of conditions that they brought about, in their order, as slots, those of a class behind those of the classes
 * seen before; or their inputs, each a number that stands for its place and value.
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

    /** {@link #accept}: it is not in the half that is nearest to the failing test. */
    public static final int FAR = 4;

    /** {@link #nearness}: nothing is compared with the failing test. */
    public static final int NOTHING = 0;

    /** {@link #nearness}: conditions are. */
    public static final int CONDITIONS = 1;

    /** {@link #nearness}: inputs are. */
    public static final int INPUTS = 2;

    /**
     * Reads a spectrum and finds a metric.
     *
     * @param spectrum a {@code .flt} file, a folder of them, or a folder in the tsv or gzoltar layout
     * @param failing names of the failing tests; null or none for the only one that failed
     * @param metric its name, with parameters; or that of a similarity to the failing test
     * @param model file of a learned metric, or null
     * @param handle of length 1: receives the handle
     * @return null, or one sentence that says why there can be no such search
     */
    public static native String open(String spectrum, String[] failing, String metric, String model, long[] handle);

    /** Binary names of the classes of which the failing test covers a line, one per text line; null once it runs. */
    public static native String classes(long handle);

    /** The failing test as people write it; null once it runs. */
    public static native String failing(long handle);

    /** Class and method of each failing test, with a tab between them, one per text line; null once it runs. */
    public static native String tests(long handle);

    /** What is compared with the failing test: {@link #NOTHING}, {@link #CONDITIONS} or {@link #INPUTS}. */
    public static native int nearness(long handle);

    /**
     * The inputs of one more failing test.
     *
     * @return null, or one sentence that says why they do not count
     */
    public static native String given(long handle, long[] inputs);

    /**
     * One more class is in sight; its number is that of the classes before it.
     *
     * @param name its binary name
     * @param hash of the bytes of its class file
     * @param methods name, descriptor, name, descriptor ...
     * @param lines line of each slot
     * @param owners for each slot the position of its method among the (name, descriptor) pairs
     * @param superclass its superclass, or null where that says nothing
     * @param fieldOwners classes whose static fields it uses
     * @param users slots whose lines use them, one for each use
     * @param used for each use the position of the class among the owners of fields
     * @param sites where conditions are compared, its table of them; else empty
     * @param names of these
     * @return null, or one sentence that says why it is not in sight
     */
    public static native String see(
            long handle,
            String name,
            long hash,
            String[] methods,
            int[] lines,
            int[] owners,
            String superclass,
            String[] fieldOwners,
            int[] users,
            int[] used,
            int[] sites,
            String[] names);

    /**
     * Begins the search, with the classes that it sees.
     *
     * @return null, or one sentence that says why the search cannot begin
     */
    public static native String observe(long handle);

    /**
     * What ran while the static initialiser of a class did; it is every test's that touches the class.
     *
     * @param classNumber the class, by the order in which classes were seen
     * @return null, or one sentence that says why it is charged to nobody
     */
    public static native String initialised(long handle, int classNumber, long[] hits);

    /**
     * The lines that hits stand for, with those of static initialisers: bit-packed, bit {@code b} for line {@code b} of those in
     * sight; null without such a search.
     */
    public static native long[] lines(long handle, long[] hits);

    /**
     * How far a candidate is from the best, given the tests kept so far; to be minimised. 1 where it must not be
     * kept: it covers nothing suspicious, or just what a test does that is there. NaN without such a search.
     */
    public static native double fitness(long handle, long[] hits);

    /** The metric's value of a candidate given the tests kept so far; NaN without such a search. */
    public static native double score(long handle, long[] hits);

    /**
     * The candidate joins the tests, if it can.
     *
     * @return {@link #JOINED}, {@link #EMPTY}, {@link #KNOWN} or {@link #NO_GAIN}; -1 without such a search
     */
    public static native int accept(long handle, long[] hits, String name);

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
