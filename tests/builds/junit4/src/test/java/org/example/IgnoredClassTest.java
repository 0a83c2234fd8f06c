package org.example;

import static org.junit.Assert.fail;

import org.junit.Ignore;
import org.junit.Test;

/** The framework reports one ignored class, not its tests. */
@Ignore
public class IgnoredClassTest {
    @Test
    public void neverRuns() {
        fail();
    }
}
