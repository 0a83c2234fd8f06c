package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class FirstTest {
    @Test
    public void first() throws Exception {
        Meeting.ofClasses();
        assertEquals(Meeting.first(), 4);
        Meeting.ofClasses();
    }

    @Test(dependsOnMethods = "first")
    public void firstAgain() {
        assertEquals(Meeting.again(), 6);
    }
}
