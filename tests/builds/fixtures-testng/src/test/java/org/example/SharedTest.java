package org.example;

import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class SharedTest extends BaseOfShared {
    @BeforeClass
    public void beforeClass() {
        Steps.beforeClass();
    }

    @AfterClass
    public void afterClass() {
        Steps.afterClass();
    }

    @BeforeMethod
    public void beforeMethod() {
        Steps.beforeMethod();
    }

    @AfterMethod
    public void afterMethod() {
        Steps.afterMethod();
    }

    @Test
    public void one() {
        Steps.one();
    }

    @Test
    public void fails() {
        Steps.fails();
    }
}
