package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Ignore;
import org.junit.Test;

public class JUnit4Test {
    @Test
    public void joins() {
        assertEquals("a b", Words.join("a", "b"));
    }

    @Test
    public void fails() {
        Words.first("");
    }

    @Test
    @Ignore
    public void ignored() {
        Words.first("x");
    }
}
