package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class SecondTest {
    @Test
    public void second() throws Exception {
        Meeting.ofClasses();
        assertEquals(Meeting.second(), 5);
        Meeting.ofClasses();
    }

    @Test(dependsOnMethods = "second")
    public void secondAgain() {
        assertEquals(Meeting.again(), 6);
    }
}
