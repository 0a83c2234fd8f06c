package org.example;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class MeetingTest {
    @Test
    void one() throws Exception {
        Meeting.meet();
        Meeting.meet();
    }

    @Test
    void other() throws Exception {
        Meeting.meet();
        Meeting.meet();
        fail("after both have started");
    }
}
