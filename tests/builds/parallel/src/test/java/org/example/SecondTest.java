package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SecondTest {
    @Test
    void second() throws Exception {
        Meeting.ofClasses();
        Work.executed(Work::second);
        assertEquals(4, Work.asynchronously(Work::second));
        assertEquals(4, Work.inStream(Work::second));
        Meeting.ofClasses();
    }
}
