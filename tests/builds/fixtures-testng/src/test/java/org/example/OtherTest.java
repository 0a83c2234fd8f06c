package org.example;

import org.testng.annotations.AfterSuite;
import org.testng.annotations.BeforeGroups;
import org.testng.annotations.BeforeSuite;
import org.testng.annotations.BeforeTest;
import org.testng.annotations.Test;

public class OtherTest {
    @BeforeSuite
    public void beforeSuite() {
        Steps.beforeSuite();
    }

    @BeforeTest
    public void beforeTest() {
        Steps.beforeTest();
    }

    @BeforeGroups("slow")
    public void beforeGroups() {
        Steps.beforeGroups();
    }

    @AfterSuite
    public void afterSuite() {
        Steps.afterSuite();
    }

    @Test
    public void other() {
        Steps.other();
    }

    @Test(groups = "slow")
    public void grouped() {
        Steps.other();
    }
}
