package io.faultline.evosuite.search;

import org.evosuite.testcase.TestCase;

/** What of a test is compared with the failing one, in the numbers of the {@link Judge}. */
interface Comparison {
    /** Nothing. */
    Comparison NONE = (test, begun) -> new long[0];

    /** The outcomes of its conditions, in their order. */
    Comparison CONDITIONS = (test, begun) -> Conditions.end();

    /** Of a test that has come to its end, so many of whose statements began. */
    long[] of(TestCase test, int begun);
}
