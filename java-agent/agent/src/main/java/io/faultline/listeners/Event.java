package io.faultline.listeners;

/** Codes of the events reported by woven calls, emitted as literals into the frameworks' methods. */
public final class Event {
    /** A runner of any kind begins, before it tells anything. */
    static final int JUNIT4_RUNNER_RUNS = 0;

    static final int JUNIT4_STARTED = 1;
    static final int JUNIT4_FAILURE = 2;
    static final int JUNIT4_ASSUMPTION_FAILED = 3;
    static final int JUNIT4_IGNORED = 4;
    static final int JUNIT4_FINISHED = 5;
    static final int JUNIT4_CLASS_STARTS = 6;
    static final int JUNIT4_CLASS_HANDS_ON = 7;
    static final int JUNIT4_CLASS_ENDS = 8;
    static final int JUNIT4_CHILD = 9;
    static final int JUNIT4_INSTANCE = 10;

    static final int JUNIT3_START = 11;
    static final int JUNIT3_FAILURE = 12;
    static final int JUNIT3_END = 13;
    static final int JUNIT3_SETUP_STARTS = 14;
    static final int JUNIT3_SETUP_ENDS = 15;

    static final int PLATFORM_STARTED = 21;
    static final int PLATFORM_FINISHED = 22;
    static final int PLATFORM_SKIPPED = 23;
    static final int PLATFORM_COMPLETING = 24;
    static final int PLATFORM_PREPARING = 25;
    static final int PLATFORM_HANDS_ON = 26;
    static final int PLATFORM_RUNNER_STARTS = 27;
    static final int PLATFORM_RUNNER_ENDS = 28;

    /** An exception leaves the task of a node, so no listener is told the node's end. */
    static final int PLATFORM_ESCAPED = 29;

    /** A container turns to a child that it found while it ran. */
    static final int PLATFORM_TURNS_TO = 30;

    /** That child is over, or runs on another thread, and the container continues. */
    static final int PLATFORM_CONTINUES = 31;

    static final int TESTNG_INVOKE = 35;
    static final int TESTNG_RESULT = 36;
    static final int TESTNG_CONFIGURATION = 37;
    static final int TESTNG_SUITE = 38;

    /** A runner of a suite is made, before any suite begins; its second parameter is the suite. */
    static final int TESTNG_PARAMETERS = 39;

    /** Tests are about to run in parallel. */
    static final int PARALLEL = 41;

    /** Tests are about to run in parallel if the accompanying configuration says so. */
    static final int PARALLEL_IF = 42;

    /** A framework gives up a test in another thread: it makes the exception that says so. */
    static final int TIMED_OUT = 43;

    /** A {@code TimeoutException} is made: its thread gives up waiting, usually for a task. */
    static final int WAITED = 44;

    static final int SPRING_NEEDED = 51;
    static final int SPRING_LOADS = 52;
    static final int SPRING_LOADED = 53;
    static final int SPRING_GIVEN = 54;

    /** A runner of JUnit 4, or an instance of JUnit 3 or TestNG, is about to be made for a test that runs later. */
    static final int MAKES = 55;

    static final int MADE = 56;

    /** A failure message is about to be formatted from values of the application. */
    static final int FORMATTING = 61;

    /** The message is formatted; with null and the exception if that failed. */
    static final int FORMATTED = 62;

    /** Like {@link #FORMATTED}, for a method that throws the failure itself. */
    static final int FORMATTED_AND_FAILS = 63;

    /** An engine of the platform is about to be given its tree of tests. */
    static final int SELECT_TREE = 71;

    /** A class or suite of JUnit 4 is about to run; with an answer it does not. */
    static final int SELECT_RUNNER = 72;

    /** A test of a class of JUnit 4 is about to run; with an answer it does not. */
    static final int SELECT_CHILD = 73;

    /** A test of JUnit 3 is about to run; with an answer it does not. */
    static final int SELECT_CASE = 74;

    /** TestNG asks which methods to run; the answer, an array, replaces its own. */
    static final int SELECT_METHODS = 75;

    /** An engine of the platform whose tree can be put in order is about to run it. */
    static final int ORDER_TREE = 76;

    /** A build tool has put a JVM's test classes in order. */
    static final int ORDER_CLASSES = 77;

    /** Kotest is given a list of the classes that it is to run; the answer, a list, replaces it. */
    static final int SELECT_CLASSES = 78;

    private Event() {}
}
