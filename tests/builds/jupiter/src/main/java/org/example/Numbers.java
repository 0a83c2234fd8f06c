package org.example;

/** A line per kind of number, so that every invocation of a test shows in its row. */
public final class Numbers {
    private Numbers() {
    }

    public static String kind(int n) {
        if (n < 0) { // covered by: kind*, repeated*, dynamic*, nested*, throws, failsInTemplate
            throw new Negative(n); // covered by: throws, kindMinus, dynamicMinus
        }
        if (n == 0) { // covered by: kindZero, kindTwo, kindThree, repeated*, dynamicZero, nested*, failsInTemplate
            return "zero"; // covered by: kindZero, dynamicZero
        }
        return n % 2 == 0 // covered by: kindTwo, kindThree, repeated*, nested*, failsInTemplate
            ? "even" // covered by: kindTwo, nestedDeep, failsInTemplate
            : "odd"; // covered by: kindThree, repeated*, nestedOuter
    }

    public static boolean fixture(String step) {
        return !step.isEmpty(); // covered by: nested*, brokenClass
    }

    public static int half(int n) {
        return n / 2; // covered by: aborted
    }
}
