package org.example;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Its tests mean something behind its fixture only; one of them fails by a fault that a mutant mends. */
public class SizesTest {
    @BeforeClass
    public void open() {
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
