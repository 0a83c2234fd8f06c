package org.example;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import org.junit.Test;

/** The paper's suite 1: F fails, and of the tests that are like it A1 does, too. */
public class PageTest {
    private static String show(String user) {
        return new Page(Collections.singletonMap("user", user)).show();
    }

    @Test
    public void f() {
        assertEquals("<b></b><i></i>", show("@there"));
    }

    @Test
    public void a1() {
        assertEquals("<b></b><i></i>", show("@"));
    }

    @Test
    public void a2() {
        assertEquals("<b>me</b><i>m</i>", show("me@there"));
    }

    @Test
    public void a3() {
        assertEquals("<b>you</b><i>y</i>", show("you@"));
    }
}
