package org.example;

import org.junit.Test;

public class InSuite {
    @Test
    public void first() {
        Steps.other();
    }

    @Test
    public void second() {
        Steps.other();
    }
}
