package io.faultline.bridge;

/**
 * The native core: keeps this JVM's spectrum and appends it to a file as tests end.
 *
 * <p>All native methods of Faultline are here. They are called per class, per static initialiser and
 * per test, never per probe.
 *
 * <p>Errors: none of these methods throws, whatever its arguments. What is wrong with a call is
 * counted and written to the seal at the end of the file; {@link #trouble()} returns the first such
 * sentence. A null string reads as empty, a lone surrogate as U+FFFD. A call before {@link #start} or
 * after {@link #finish} records nothing.
 *
 * <p>Threads: every method may be called from any thread. Hit arrays are shared by all threads, so
 * what runs while several tests are open belongs to each of them, and each is marked overlapped,
 * until {@link #tellApart}.
 */
public final class Core {
    private Core() {}

    /** Outcome of a test that ran to its end. */
    public static final int PASSED = 0;

    /** Outcome of a test that threw, or one of whose fixtures did. */
    public static final int FAILED = 1;

    /** Outcome of a test that gave up on an assumption. */
    public static final int ABORTED = 2;

    /** Outcome of a test that never started. */
    public static final int SKIPPED = 3;

    /**
     * Starts recording into a folder. The file {@code <pid>-<nonce>.flt} and the folder are made with
     * the first class or test, so that a JVM that runs neither leaves nothing behind.
     *
     * @param directory where the file goes; relative to the working directory
     * @param description Java version, VM and main command, for people
     * @return null, or one sentence that says why nothing can be recorded
     */
    public static native String start(String directory, String description);

    /**
     * Defines a class of the boot loader, in any package.
     *
     * @return the class, or null when the JVM refused it ({@link #trouble()} says why)
     */
    public static native Class<?> defineBootClass(String internalName, byte[] bytes);

    /** Hands over a hit chunk: numbers count from 0, each once. The core keeps the array alive. */
    public static native void addChunk(int chunk, byte[] hits);

    /**
     * Registers an instrumented class and writes its record. Call it before the class can run.
     *
     * @param id number of the class, each once
     * @param chunk the chunk with its hits
     * @param base first byte of its range in the chunk, a multiple of 64; slot {@code s} is byte
     *     {@code base + s}, and byte {@code base + lines.length} says only that the class was touched
     * @param sourceFile {@code SourceFile} attribute, or null
     * @param location path or URL the class came from, or null
     * @param methods name, descriptor, name, descriptor ...
     * @param lines line of each slot
     * @param owners for each slot the position of its method among the (name, descriptor) pairs
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

    /**
     * Adds the outcomes of a class's conditions, switches and calls.
     *
     * @param id a number that no class has
     * @param classId number of the class
     * @param chunk the chunk with the hits of the outcomes
     * @param base first byte of their range in it, a multiple of 64
     * @param table for each site: position of its method, line, kind, number of cases, the cases
     * @param names for each site its name
     */
    public static native void addElements(int id, int classId, int chunk, int base, int[] table, String[] names);

    /** The conditions of the test that ends next: chunk and index of each outcome, in their order. */
    public static native void path(int[] steps);

    /** Lines of a method, by its position among the (name, descriptor) pairs, have no slot for want of room. */
    public static native void partlyRecorded(int id, int method, int lines);

    /** Records that a class in scope was left as it was, and why. */
    public static native void refuse(String className, String reason);

    /** The static initialiser of a class begins: what was hit until now is set aside. */
    public static native void enterInitialiser(int classId);

    /** It ended, normally or not: what was hit since goes to the class, the rest is put back. */
    public static native void exitInitialiser(int classId);

    /**
     * A test starts: hits that belong to no test are forgotten. While another test is open nothing is
     * forgotten, and both rows are marked overlapped.
     */
    public static native void startTest();

    /**
     * Takes the hits of the running test now; what is hit from here to its end is ignored. Without
     * an open test it does the same for the row that the next {@link #endTest} makes of the hits
     * between tests (a failing fixture of a class).
     */
    public static native void capture();

    /**
     * A test ended: its row is in the file when this returns. The row is that of the test which the
     * calling thread started, else of the oldest open test, else of the hits between tests.
     *
     * @param outcome {@link #PASSED}, {@link #FAILED}, {@link #ABORTED} or {@link #SKIPPED}
     * @param exception class of the exception, or null
     * @param frames class, method, class, method ... from the throw site on; or null
     * @param frameLines line of each frame, -1 where unknown; or null
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
     * Threads are told apart from here on: hits go to arrays of their owners, which {@link #endApart},
     * {@link #exitApart} and {@link #background} take. What is still stored into the chunks belongs to the tests
     * and initialisers that are open now or {@link #startTest} opens later, to each of them.
     */
    public static native void tellApart();

    /**
     * {@link #endTest} of a test with arrays of its own.
     *
     * @param inCore the test was opened by {@link #startTest}
     * @param hits arrays by number of chunk, null where there is none, or null; they are cleared
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
     * {@link #exitInitialiser} of one with arrays of its own.
     *
     * @param inCore it was entered by {@link #enterInitialiser}
     * @param hits as for {@link #endApart}
     */
    public static native void exitApart(int classId, boolean inCore, byte[][] hits);

    /** What a thread of that name ran while it belonged to no test; {@code hits} as for {@link #endApart}. */
    public static native void background(String thread, byte[][] hits);

    /**
     * What the failure of the test that ends next began with: the exception inside the one that was reported,
     * or the same one where it was thrown elsewhere than its stack trace says.
     *
     * @param frames class, method, class, method ... from the throw site on
     * @param frameLines line of each frame, -1 where unknown
     */
    public static native void thrownFirst(String exception, String[] frames, int[] frameLines);

    /**
     * How this JVM was started; written with the first test. Its arguments, its program and its folder the core knows.
     *
     * @param agent path of our jar
     * @param home {@code java.home}, or null
     * @param classPath {@code java.class.path}, or null
     * @param launcher what else the JUnit Platform was loaded from
     * @param properties name, value, name, value ... of system properties that were not so when the JVM started
     * @param assertions whether classes check their {@code assert}s, by whatever means that was asked for
     */
    public static native void launch(
            String agent, String home, String classPath, String[] launcher, String[] properties, boolean assertions);

    /**
     * Was the JVM started with other agents, which may change classes before they come to us?
     *
     * @param agent path of our jar
     */
    public static native boolean hasOtherAgents(String agent);

    /** Marks the tests that are open by {@link #startTest} as overlapped: they may hold hits of others. */
    public static native void mark();

    /** What people are shown of the test that ends, or is skipped, next: more than its class and method say. */
    public static native void shownAs(String name);

    /**
     * The test that ends next failed because this class could not be initialised.
     *
     * @param classId its number, or -1 where only its name is known
     * @param className its name, where there is no number
     */
    public static native void failedBy(int classId, String className);

    /**
     * The initialisation of a class failed.
     *
     * @param classId, className as for {@link #failedBy}
     * @param exception, frames, frameLines what it threw, as for {@link #thrownFirst}
     * @param byId, byName another class whose initialisation had failed, where that was why; else -1 and null
     */
    public static native void initialiserFailed(
            int classId, String className, String exception, String[] frames, int[] frameLines, int byId, String byName);

    /** A test that never started: a row without coverage. */
    public static native void skipTest(String uniqueId, String className, String method);

    /** The test that the calling thread started was none: what it hit belongs to nobody. */
    public static native void dropTest();

    /**
     * A fixture that was started as a test ended: the calling thread's, or the only one that is open; where nothing is
     * open, what was hit since the last test ended; else nothing.
     *
     * @param inCore it was opened by {@link #startTest}, or ran since the last test ended
     * @param hits as for {@link #endApart}
     * @param after whether it ran after the tests it is for
     * @return its number, or -1 when nothing was hit
     */
    public static native int endFixture(
            boolean inCore, byte[][] hits, boolean after, String uniqueId, String className, String method);

    /** Numbers from here on are of no class: what makes something that tests share. */
    public static final int SHARED = 0x7000_0000;

    /** As {@link #enterInitialiser}, for a number from {@link #SHARED} on. */
    public static native void enterShared(int number);

    /**
     * It ended: what was hit since is a fixture that ran before its tests, the rest is put back.
     *
     * @param inCore it was entered by {@link #enterShared}
     * @param hits as for {@link #endApart}
     * @return its number, or -1 when nothing was hit
     */
    public static native int exitShared(
            int number, boolean inCore, byte[][] hits, String uniqueId, String className, String method);

    /** A number of no class for what may turn out to be nobody's. It begins as {@link #enterShared} does, and nests. */
    public static final int ASIDE = 0x7fff_ffff;

    /**
     * It ended, the innermost of the calling thread: what was hit since is forgotten, or belongs to whoever it
     * interrupted; the rest is put back. Does nothing when it was not entered.
     *
     * @param number {@link #ASIDE}
     */
    public static native void exitAside(int number, boolean forget);

    /** How many rows were recorded: the number of the next one. */
    public static native int tests();

    /** A test, which may be the next one to end, had these fixtures: their lines are its own as well. */
    public static native void charge(int test, int[] fixtures);

    /**
     * What is known of a class besides its lines, after all else of it, even where it is nothing: the class is then written.
     *
     * @param superclass its superclass, or null where that says nothing
     * @param owners classes whose static fields it uses
     * @param slots slots whose lines use them, one for each use
     * @param used for each use the position of the class among the owners
     * @param debug its {@code SourceDebugExtension}, or null
     */
    public static native void describeClass(
            int id, String superclass, String[] owners, int[] slots, int[] used, String debug);

    /** A number for the seal, with the name that readers know it by. */
    public static native void count(String name, long value);

    /** Seals the file. What is recorded afterwards is ignored. */
    public static native void finish();

    /**
     * What was recorded so far, whether or not it could be written: tests that passed, failed, aborted
     * and were skipped, classes, and refused classes.
     */
    public static native long[] totals();

    /** The JVM tells of its end and of the classes it links. */
    public static final int WATCHES = 1;

    /** The JVM tells of exceptions as well, when {@link #watchThrows} asks for it. */
    public static final int WATCHES_THROWS = 2;

    /**
     * Begins to listen to the JVM (JVMTI), where it can be listened to.
     *
     * @param atEnd run when the JVM ends, after the shutdown hooks if it has any, on a thread of the application:
     *     {@code Runtime.halt} has no other witness
     * @return {@link #WATCHES} and {@link #WATCHES_THROWS}, or 0
     */
    public static native int watch(Runnable atEnd);

    /** Listens to exceptions, or no longer. */
    public static native void watchThrows(boolean on);

    /** Class, method and line of the first throw of an exception since {@link #watchThrows}, or null. */
    public static native String[] throwSite(Throwable exception);

    /**
     * Takes the classes with lines, linked since {@link #watch}, that no transformer was asked about. Those that
     * are gone again are left out.
     */
    public static native Class<?>[] unseen();

    /** The first thing that went wrong, as one sentence, or null. */
    public static native String trouble();
}
