package org.example;

/** A method per place from which tests and their fixtures can call, so that each shows by its line. */
public final class Steps {
    private Steps() {
    }

    public static void beforeSuite() {
    } // covered by: shared*, grouped, other, late, earlyRow, lateRow, eachPasses, eachRow, sizes*

    public static void beforeTest() {
    } // covered by: shared*, grouped, other, late, earlyRow, lateRow, eachPasses, eachRow, sizes*

    public static void beforeClass() {
    } // covered by: shared*

    public static void inherited() {
    } // covered by: shared*

    public static void beforeGroups() {
    } // covered by: grouped

    public static void beforeMethod() {
    } // covered by: shared*

    public static void afterMethod() {
    } // covered by: shared*

    public static void afterClass() {
    } // covered by: afterShared

    public static void afterSuite() {
    } // covered by: afterSuite

    public static void one() {
    } // covered by: sharedOne

    public static void fails() {
        throw new IllegalStateException(); // covered by: sharedFails
    }

    public static void other() {
    } // covered by: grouped, other, late, eachPasses

    public static void brokenBeforeClass() {
        throw new IllegalStateException(); // covered by: earlyRow
    }

    public static void brokenAfterClass() {
        throw new IllegalStateException(); // covered by: lateRow
    }

    public static void brokenAfterMethod() {
        throw new IllegalStateException(); // covered by: eachPasses, eachRow
    }
}
