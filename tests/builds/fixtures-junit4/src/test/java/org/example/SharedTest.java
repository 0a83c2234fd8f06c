package org.example;

import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.rules.ExternalResource;

public class SharedTest extends BaseOfShared {
    @ClassRule
    public static final ExternalResource RULE = new ExternalResource() {
        @Override
        protected void before() {
            Steps.classRule();
        }
    };

    private final int field = Steps.field();

    @BeforeClass
    public static void beforeClass() {
        Steps.beforeClass();
    }

    @AfterClass
    public static void afterClass() {
        Steps.afterClass();
    }

    @Before
    public void before() {
        Steps.before();
    }

    @After
    public void after() {
        Steps.after();
    }

    @Test
    public void one() {
        Steps.one();
    }

    @Test
    public void two() {
        Steps.two();
    }

    @Ignore
    @Test
    public void ignored() {
    }
}
