package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class MeetingTest {
    @Test
    void one() throws Exception {
        Meeting.ofMethods();
        assertEquals(1, Work.inPool(Work::one) + Work.inThread(Work::one) - 1);
        Background.leave();
        Meeting.ofMethods();
    }

    @Test
    void other() throws Exception {
        Meeting.ofMethods();
        assertEquals(2, Work.inPool(Work::other) + Work.inThread(Work::other) - 2);
        Meeting.ofMethods();
        fail("after both have started");
    }
}
