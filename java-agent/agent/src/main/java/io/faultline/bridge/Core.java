package io.faultline.bridge;

/**
 * The native core: records this JVM's spectrum and appends it to a file as tests end.
 *
 * <p>All native methods for recording are here. They are called per class, per static initialiser and per test, never
 * per probe.
 *
 * <p>Errors: no method throws, whatever its arguments. Misuse is counted and written to the seal at the end of the
 * file; {@link #trouble()} returns the first message. A null string counts as empty, a lone surrogate becomes U+FFFD.
 * Calls before {@link #start} or after {@link #finish} record nothing.
 *
 * <p>Threads: any. All threads share the hit arrays until {@link #tellApart}, so code that runs while several tests are
 * open counts for all of them, and they are marked as overlapped.
 */
public final class Core {
    private Core() {}

    /** Outcome of a test that completed normally. */
    public static final int PASSED = 0;

    /** Outcome of a test that threw, or with a fixture that did. */
    public static final int FAILED = 1;

    /** Outcome of a test that was aborted by an assumption. */
    public static final int ABORTED = 2;

    /** Outcome of a test that never started. */
    public static final int SKIPPED = 3;

    /**
     * Starts recording into a folder. The file {@code <pid>-<nonce>.flt} and the folder are created with the first
     * class or test, so a JVM without either leaves nothing behind.
     *
     * @param directory the folder; relative to the working directory
     * @param description Java version, VM and main command, for readers
     * @param run the process of the {@code faultline run} that added the agent; null if none did. Once it is over, no
     *     file is created
     * @return null, or one sentence with the reason why nothing can be recorded
     */
    public static native String start(String directory, String description, String run);

    /**
     * Defines a class in the boot loader, in any package.
     *
     * @return the class, or null if the JVM refused it (see {@link #trouble()})
     */
    public static native Class<?> defineBootClass(String internalName, byte[] bytes);

    /** Adds a hit chunk; numbers start at 0, each is used once. The core keeps the array alive. */
    public static native void addChunk(int chunk, byte[] hits);

    /**
     * Registers an instrumented class and writes its record. Must be called before the class can run.
     *
     * @param id number of the class, used once
     * @param chunk the chunk with its hits
     * @param base first byte of its range in the chunk, a multiple of 64; slot {@code s} is byte {@code base + s}, and
     * byte {@code base + lines.length} marks the class as touched
     * @param sourceFile {@code SourceFile} attribute, or null
     * @param location path or URL of the class's origin, or null
     * @param methods name, descriptor, name, descriptor ...
     * @param lines line of each slot
     * @param owners for each slot the index of its method among the (name, descriptor) pairs
     */
    public static native void addClass(
            int id,
            int chunk,
            int base,
            String name,
            String sourceFile,
            long hash,
            String location,
            String[] methods,
            int[] lines,
            int[] owners);

    /** Probes of {@link #weave} that store into the chunk itself. */
    public static final int FROM_CHUNK = 0;

    /** Probes that store into their thread's array. */
    public static final int FROM_THREAD = 1;

    /** Probes that ask for their thread's array at every line, because a test may begin or end between two. */
    public static final int AT_EVERY_LINE = 2;

    /**
     * Puts the probes of a plan into a class file: what {@code OpenClass.instrument} does, without the time that a JVM
     * takes to compile a library for bytecode.
     *
     * @param id number of the class
     * @param chunk the chunk with its hits
     * @param base first byte of its range in the chunk
     * @param probes {@link #FROM_CHUNK}, {@link #FROM_THREAD} or {@link #AT_EVERY_LINE}
     * @param methods what {@code OpenClass.order} returns
     * @param lines line of each slot
     * @return null if the class has anything that the core does not rewrite
     */
    public static native byte[] weave(
            byte[] classFile, int id, int chunk, int base, int probes, int[] methods, int[] lines);

    /**
     * Registers the outcomes of a class's conditions, switches and calls.
     *
     * @param id a number distinct from all classes
     * @param classId number of the class
     * @param chunk the chunk with the hits of the outcomes
     * @param base first byte of their range in it, a multiple of 64
     * @param table for each site: index of its method, line, kind, number of cases, the cases
     * @param names for each site its name
     */
    public static native void addElements(int id, int classId, int chunk, int base, int[] table, String[] names);

    /** Sets the conditions of the next test to end: chunk and index of each outcome, in order. */
    public static native void path(int[] steps);

    /**
     * Records that some lines of a method, given by its index among the (name, descriptor) pairs, have no slots for
     * lack of room.
     */
    public static native void partlyRecorded(int id, int method, int lines);

    /** Records that a class in scope was not instrumented, and why. */
    public static native void refuse(String className, String reason);

    /** Starts the static initialiser of a class: hits so far are set aside. */
    public static native void enterInitialiser(int classId);

    /** Ends the initialiser, normally or not: hits since its start go to the class, earlier ones are restored. */
    public static native void exitInitialiser(int classId);

    /**
     * Starts a test and drops hits that belong to no test. If another test is open, nothing is dropped, and both are
     * marked as overlapped.
     */
    public static native void startTest();

    /**
     * Takes the hits of the running test; hits from here to its end are ignored. Without an open test, does the same
     * for the row that the next {@link #endTest} creates from hits between tests (for a failing class fixture).
     */
    public static native void capture();

    /**
     * Ends a test and writes its row. The test is the one that the calling thread started, otherwise the oldest open
     * test; without any, the row has the hits between tests.
     *
     * @param outcome {@link #PASSED}, {@link #FAILED}, {@link #ABORTED} or {@link #SKIPPED}
     * @param exception class of the exception, or null
     * @param frames class, method, class, method ... from the throw site on; or null
     * @param frameLines line of each frame, -1 if unknown; or null
     */
    public static native void endTest(
            String uniqueId,
            String className,
            String method,
            int outcome,
            long durationNanos,
            String exception,
            String[] frames,
            int[] frameLines);

    /**
     * Tells threads apart from here on: hits go to arrays of their owners, which are passed to {@link #endApart},
     * {@link #exitApart} and {@link #background}. Hits in the chunks then belong to every test and initialiser that is
     * open now or opened by {@link #startTest} later.
     */
    public static native void tellApart();

    /**
     * {@link #endTest} for a test with separate arrays.
     *
     * @param inCore whether the test was opened by {@link #startTest}
     * @param hits arrays by chunk number, null where missing, or null; they are cleared
     */
    public static native void endApart(
            boolean inCore,
            byte[][] hits,
            String uniqueId,
            String className,
            String method,
            int outcome,
            long durationNanos,
            String exception,
            String[] frames,
            int[] frameLines);

    /**
     * {@link #exitInitialiser} for an initialiser with separate arrays.
     *
     * @param inCore whether it was entered by {@link #enterInitialiser}
     * @param hits as for {@link #endApart}
     */
    public static native void exitApart(int classId, boolean inCore, byte[][] hits);

    /** Records what a named thread ran outside of tests; {@code hits} as for {@link #endApart}. */
    public static native void background(String thread, byte[][] hits);

    /**
     * Sets the original exception of the next test's failure: the one wrapped by the reported exception, or the same
     * one if it was thrown elsewhere than its stack trace shows.
     *
     * @param frames class, method, class, method ... from the throw site on
     * @param frameLines line of each frame, -1 if unknown
     */
    public static native void thrownFirst(String exception, String[] frames, int[] frameLines);

    /**
     * Sets how this JVM was started; written with the first test. The core itself finds arguments, program and working
     * directory.
     *
     * @param agent path of the agent's jar
     * @param home {@code java.home}, or null
     * @param classPath {@code java.class.path}, or null
     * @param launcher other origins of JUnit Platform classes
     * @param properties name, value, name, value ... of system properties changed since the JVM started
     * @param assertions whether {@code assert}s are enabled, by whatever means
     */
    public static native void launch(
            String agent, String home, String classPath, String[] launcher, String[] properties, boolean assertions);

    /**
     * Writes which loader, made at run time, has loaded a class of tests.
     *
     * @param loader its number, from 1
     * @param kind class of the loader, with its first class; otherwise null
     * @param places folders and archives that it searches; null with others than the first
     */
    public static native void loaded(String testClass, int loader, String kind, String[] places);

    /**
     * Whether the JVM was started with other agents, which may transform classes before ours.
     *
     * @param agent path of the agent's jar
     */
    public static native boolean hasOtherAgents(String agent);

    /**
     * Compares what tests ran when they passed with what is there now, once, for {@link #leavesOut}. Without it, or without
     * a baseline that can be read, no test is left out.
     *
     * @param baseline path of the baseline's file
     * @param root path of the project
     * @param classPath {@code java.class.path}
     * @param java name and version of the virtual machine
     * @param orders whether {@link #urgency} will be asked; without, all tests are as urgent
     */
    public static native void select(String baseline, String root, String classPath, String java, boolean orders);

    /** A name is a test's id. */
    public static final int TEST = 0;

    /** A name is the id of a container of the JUnit Platform, which stands for all tests below it. */
    public static final int BELOW = 1;

    /** A name is a class's and a method's of TestNG, which stand for all invocations. */
    public static final int METHOD = 2;

    /** A name is a class's, which stands for all its tests. */
    public static final int CLASS = 3;

    /** Whether nothing has changed for a test since it passed, or for any of those that the name stands for. */
    public static native boolean leavesOut(String name, int kind);

    /** Returns how likely a test is to fail beside the others; of several tests that of the likeliest. */
    public static native double urgency(String name, int kind);

    /** Whether the run that {@link #start} was given has ended, in whatever way; false if that cannot be known. */
    public static native boolean isRunOver();

    /** Marks tests opened by {@link #startTest} as overlapped, because they may have hits of others. */
    public static native void mark();

    /** Sets the display name of the next test that ends or is skipped, if it differs from class and method. */
    public static native void shownAs(String name);

    /**
     * Notes that the next test to end failed because a class could not be initialised.
     *
     * @param classId its number, or -1 if only its name is known
     * @param className its name if it has no number
     */
    public static native void failedBy(int classId, String className);

    /**
     * Records that the initialisation of a class failed.
     *
     * @param classId, className as for {@link #failedBy}
     * @param exception, frames, frameLines the exception, as for {@link #thrownFirst}
     * @param byId, byName an earlier failed class that caused this failure; otherwise -1 and null
     */
    public static native void initialiserFailed(
            int classId,
            String className,
            String exception,
            String[] frames,
            int[] frameLines,
            int byId,
            String byName);

    /** Records a test that never started: a row without coverage. */
    public static native void skipTest(String uniqueId, String className, String method);

    /** Drops the calling thread's test, which turned out not to be one, with its hits. */
    public static native void dropTest();

    /**
     * Ends a fixture that was started like a test: the calling thread's, or the only open one. Without any open one, it
     * has the hits since the last test ended.
     *
     * @param inCore whether it was opened by {@link #startTest}, or ran since the last test ended
     * @param hits as for {@link #endApart}
     * @param after whether it ran after its tests
     * @return its number, or -1 without hits
     */
    public static native int endFixture(
            boolean inCore, byte[][] hits, boolean after, String uniqueId, String className, String method);

    /** Smallest number that is not a class, for creating something that tests share. */
    public static final int SHARED = 0x7000_0000;

    /** Like {@link #enterInitialiser}, for a number from {@link #SHARED} on. */
    public static native void enterShared(int number);

    /**
     * Ends a shared creation: hits since its start become a fixture that ran before its tests, earlier ones are
     * restored.
     *
     * @param inCore whether it was entered by {@link #enterShared}
     * @param hits as for {@link #endApart}
     * @return its number, or -1 without hits
     */
    public static native int exitShared(
            int number, boolean inCore, byte[][] hits, String uniqueId, String className, String method);

    /** Number for code that may turn out to have no owner. Starts like {@link #enterShared}, and nests. */
    public static final int ASIDE = 0x7fff_ffff;

    /**
     * Ends the calling thread's innermost such code: hits since its start are dropped or go to the interrupted owner;
     * earlier ones are restored. Does nothing if it was not entered.
     *
     * @param number {@link #ASIDE}
     */
    public static native void exitAside(int number, boolean forget);

    /** Returns the number of recorded rows, which is the number of the next one. */
    public static native int tests();

    /** Assigns fixtures to a test, which may be the next one to end: their lines count for it too. */
    public static native void charge(int test, int[] fixtures);

    /**
     * Registers details of a class besides its lines, even if empty, as the last call about it: the class is then
     * written.
     *
     * @param superclass its superclass, or null if irrelevant
     * @param owners classes whose static fields it uses
     * @param slots slots whose lines use them, one for each use
     * @param used for each use the index of the class among the owners
     * @param debug its {@code SourceDebugExtension}, or null
     */
    public static native void describeClass(
            int id, String superclass, String[] owners, int[] slots, int[] used, String debug);

    /** Adds a number to the seal, with its documented name. */
    public static native void count(String name, long value);

    /** Seals the file. Later calls are ignored. */
    public static native void finish();

    /**
     * Returns numbers of records so far, written or not: passed, failed, aborted and skipped tests, classes, and
     * refused classes.
     */
    public static native long[] totals();

    /** The JVM reports its end and linked classes. */
    public static final int WATCHES = 1;

    /** The JVM also reports exceptions, on request by {@link #watchThrows}. */
    public static final int WATCHES_THROWS = 2;

    /**
     * Starts to receive events of the JVM (JVMTI), if available.
     *
     * @param atEnd run when the JVM ends, after any shutdown hooks, on a thread of the application; needed for {@code
     * Runtime.halt}, which runs no hooks
     * @return {@link #WATCHES} and {@link #WATCHES_THROWS}, or 0
     */
    public static native int watch(Runnable atEnd);

    /** Starts or stops receiving exceptions. */
    public static native void watchThrows(boolean on);

    /** Class, method and line of the first throw of an exception since {@link #watchThrows}, or null. */
    public static native String[] throwSite(Throwable exception);

    /**
     * Takes the classes with lines, linked since {@link #watch}, that no transformer saw. Unloaded classes are omitted.
     */
    public static native Class<?>[] unseen();

    /** Whether a loaded class that was instrumented still has a probe, or that cannot be found out. */
    public static native boolean hasProbes(Class<?> of);

    /** Returns the first problem as one sentence, or null. */
    public static native String trouble();
}
