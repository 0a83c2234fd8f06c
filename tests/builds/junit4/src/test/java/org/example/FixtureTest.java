package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** What `@Before` and `@After` run belongs to the test. */
public class FixtureTest {
    @Rule
    public final TestName test = new TestName();
    private Resource resource;

    @Before
    public void open() {
        resource = new Resource(test.getMethodName().equals("fails") ? "" : "file");
    }

    @After
    public void close() {
        resource.close();
    }

    @Test
    public void works() {
        assertEquals("file", resource.name());
    }

    @Test
    public void fails() {
    }
}
