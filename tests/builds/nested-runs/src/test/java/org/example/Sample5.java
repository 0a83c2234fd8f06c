package org.example;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Fails, for the tests that run it. */
class Sample5 {
    @Test
    void bad() {
        Assertions.assertEquals(3, Calc.subtract(1, 2));
    }
}
