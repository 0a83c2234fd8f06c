package org.example;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Its tests mean something behind its fixture only; one of them fails by a fault that a mutant mends. */
class SizesTest {
    @BeforeAll
    static void open() {
        Sizes.open(3);
    }

    @Test
    void less() {
        Sizes.check(2);
    }

    @Test
    void most() {
        Sizes.check(3);
    }
}
