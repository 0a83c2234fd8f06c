package org.example;

import org.testng.annotations.BeforeClass;

public abstract class BaseOfShared {
    @BeforeClass
    public void inherited() {
        Steps.inherited();
    }
}
