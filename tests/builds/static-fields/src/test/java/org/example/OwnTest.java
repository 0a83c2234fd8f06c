package org.example;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Its static field is made for the first instance, and is there for all of its tests. */
class OwnTest {
    private static final Object OWN = Values.own();

    @Test
    void one() {
        Values.test();
    }

    @Test
    void two() {
        Values.test();
    }

    @Nested
    class Inner {
        @Test
        void three() {
            Values.test();
        }
    }
}
