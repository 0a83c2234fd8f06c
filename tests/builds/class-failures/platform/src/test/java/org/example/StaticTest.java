package org.example;

import org.junit.jupiter.api.Test;

/** The class cannot be initialised, which Jupiter finds when it makes the instance of the test. */
class StaticTest {
    private static final int NUMBER = New.ofBrokenClass();

    @Test
    void only() {
        System.out.println(NUMBER);
    }
}
