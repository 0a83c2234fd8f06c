package org.example;

/** A method per place from which tests and their fixtures can call, so that each shows by its line. */
public final class Steps {
    private Steps() {
    }

    public static int staticField() {
        return 1; // covered by: shared*
    }

    public static int field() {
        return 2; // covered by: shared*
    }

    public static void constructor() {
    } // covered by: shared*

    public static int failingConstructor() {
        throw new IllegalStateException(); // covered by: constructor
    }

    public static void extension() {
    } // covered by: shared*

    public static String beforeAll() {
        return Config.NAME; // covered by: shared*
    }

    public static void beforeEach() {
    } // covered by: shared*

    /** JUnit runs it once for a factory, after its dynamic tests. */
    public static void afterEach() {
    } // covered by: sharedOne, sharedTwo, sharedArgument*, sharedNested*

    public static void afterAll() {
    } // covered by: afterShared

    public static void nestedBeforeAll() {
    } // covered by: sharedNested*

    public static void nestedAfterAll() {
    } // covered by: afterNested

    public static int source(int n) {
        return n; // covered by: sharedArgument*
    }

    /** The first argument is asked for before there is a test, so what that runs is for all. */
    public static int lazySource(int n) {
        if (n == 2) { // covered by: lazy*
            return 20; // covered by: lazy2
        }
        if (n == 3) { // covered by: lazy*
            return 30; // covered by: lazy3
        }
        return n; // covered by: lazy*
    }

    public static int factory(int n) {
        return n; // covered by: sharedDynamic*
    }

    public static void test(String name) {
        switch (name) { // covered by: shared*, other, lateFailure
            case "one":
                break; // covered by: sharedOne
            case "two":
                break; // covered by: sharedTwo
            case "nested":
                break; // covered by: sharedNested*
            default:
                name.trim(); // covered by: sharedArgument*, sharedDynamic*, other, lateFailure
        }
    } // covered by: shared*, other, lateFailure

    public static void brokenBeforeAll() {
        throw new IllegalStateException(); // covered by: earlyFailure
    }

    public static void beforeBrokenAfterAll() {
    } // covered by: lateFailure, lateRow

    public static void brokenAfterAll() {
        throw new IllegalStateException(); // covered by: lateRow
    }
}
