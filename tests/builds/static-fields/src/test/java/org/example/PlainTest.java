package org.example;

import org.junit.jupiter.api.Test;

class PlainTest {
    @Test
    void plain() {
        Values.test();
    }
}
