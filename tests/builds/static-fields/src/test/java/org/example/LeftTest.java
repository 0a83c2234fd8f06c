package org.example;

import org.junit.jupiter.api.Test;

class LeftTest extends Base {
    private static final Object LEFT = Values.ofLeft();

    @Test
    void one() {
        Values.test();
    }

    @Test
    void two() {
        Values.test();
    }
}
