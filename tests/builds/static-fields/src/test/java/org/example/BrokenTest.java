package org.example;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first sees why its class cannot be initialised, the second only that it could not. */
@Execution(ExecutionMode.SAME_THREAD)
@TestMethodOrder(MethodOrderer.MethodName.class)
class BrokenTest {
    private static final Object BROKEN = Values.broken();

    @Test
    void one() {
        Values.test();
    }

    @Test
    void two() {
        Values.test();
    }
}
