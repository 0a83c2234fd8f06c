package org.example;

import org.junit.Test;

/** The class itself cannot be initialised; its second test finds that it could not be. */
public class StaticTest {
    private static final int NUMBER = Old.ofBrokenClass();

    @Test
    public void first() {
        System.out.println(NUMBER);
    }

    @Test
    public void second() {
        System.out.println(NUMBER);
    }
}
