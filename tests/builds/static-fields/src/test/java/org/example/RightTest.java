package org.example;

import org.junit.jupiter.api.Test;

class RightTest extends Base {
    @Test
    void one() {
        Values.test();
        Helper.data();
    }

    @Test
    void two() {
        Values.test();
        Helper.data();
    }
}
