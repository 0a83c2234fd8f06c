package org.example;

import org.junit.BeforeClass;

public abstract class BaseOfShared {
    @BeforeClass
    public static void inherited() {
        Steps.inherited();
    }
}
