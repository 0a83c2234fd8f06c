package org.example;

import org.junit.BeforeClass;
import org.junit.Test;

/** Its tests mean something behind its fixture only; one of them fails by a fault that a mutant mends. */
public class SizesTest {
    @BeforeClass
    public static void open() {
        Sizes.open(3);
    }

    @Test
    public void less() {
        Sizes.check(2);
    }

    @Test
    public void most() {
        Sizes.check(3);
    }
}
