package io.faultline.evosuite.search;

import org.evosuite.testcase.TestCase;

/** The data of a test that is compared with the failing test, as numbers for the {@link Judge}. */
interface Comparison {
    /** Nothing. */
    Comparison NONE = (test, begun) -> new long[0];

    /** The outcomes of its conditions, in their order. */
    Comparison CONDITIONS = (test, begun) -> Conditions.end();

    /** Returns the data of a test that ended, of which {@code begun} statements began. */
    long[] of(TestCase test, int begun);
}
