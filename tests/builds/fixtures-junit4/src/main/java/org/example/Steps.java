package org.example;

/** A method per place from which tests and their fixtures can call, so that each shows by its line. */
public final class Steps {
    private Steps() {
    }

    public static void classRule() {
    } // covered by: shared*

    public static void beforeClass() {
    } // covered by: shared*

    public static void inherited() {
    } // covered by: shared*

    public static int field() {
        return 1; // covered by: shared*
    }

    public static int failingField() {
        throw new IllegalStateException(); // covered by: constructor
    }

    public static void before() {
    } // covered by: shared*

    public static void after() {
    } // covered by: shared*

    public static void afterClass() {
    } // covered by: afterShared

    public static void suite() {
    } // covered by: inSuite*

    public static int parameters(int n) {
        return n; // covered by: parameter*
    }

    public static void setUpAll() {
    } // covered by: wrapped*

    public static void tearDownAll() {
    } // covered by: afterWrapped

    public static void one() {
    } // covered by: sharedOne

    public static void two() {
    } // covered by: sharedTwo

    public static void other() {
    } // covered by: inSuite*, parameter*, wrapped*, lateFailure

    public static void brokenBeforeClass() {
        throw new IllegalStateException(); // covered by: earlyRow
    }

    public static void beforeBrokenAfterClass() {
    } // covered by: lateFailure, lateRow

    public static void brokenAfterClass() {
        throw new IllegalStateException(); // covered by: lateRow
    }
}
