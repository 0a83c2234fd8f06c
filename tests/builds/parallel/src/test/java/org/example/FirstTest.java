package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class FirstTest {
    @Test
    void first() throws Exception {
        Meeting.ofClasses();
        Work.executed(Work::first);
        assertEquals(3, Work.asynchronously(Work::first));
        assertEquals(3, Work.inStream(Work::first));
        Meeting.ofClasses();
    }
}
