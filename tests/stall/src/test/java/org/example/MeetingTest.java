package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Twelve tests, twelve workers. */
@Execution(ExecutionMode.CONCURRENT)
class MeetingTest {
    @Test
    void one() throws Exception {
        Meeting.ofAll();
        assertEquals(1, Meeting.one());
        Meeting.ofAll();
    }

    @Test
    void two() throws Exception {
        Meeting.ofAll();
        assertEquals(2, Meeting.two());
        Meeting.ofAll();
    }

    @Test
    void three() throws Exception {
        Meeting.ofAll();
        assertEquals(3, Meeting.three());
        Meeting.ofAll();
    }

    @Test
    void four() throws Exception {
        Meeting.ofAll();
        assertEquals(4, Meeting.four());
        Meeting.ofAll();
    }

    @Test
    void five() throws Exception {
        Meeting.ofAll();
        assertEquals(5, Meeting.five());
        Meeting.ofAll();
    }

    @Test
    void six() throws Exception {
        Meeting.ofAll();
        assertEquals(6, Meeting.six());
        Meeting.ofAll();
    }

    @Test
    void seven() throws Exception {
        Meeting.ofAll();
        assertEquals(7, Meeting.seven());
        Meeting.ofAll();
    }

    @Test
    void eight() throws Exception {
        Meeting.ofAll();
        assertEquals(8, Meeting.eight());
        Meeting.ofAll();
    }

    @Test
    void nine() throws Exception {
        Meeting.ofAll();
        assertEquals(9, Meeting.nine());
        Meeting.ofAll();
    }

    @Test
    void ten() throws Exception {
        Meeting.ofAll();
        assertEquals(10, Meeting.ten());
        Meeting.ofAll();
    }

    @Test
    void eleven() throws Exception {
        Meeting.ofAll();
        assertEquals(11, Meeting.eleven());
        Meeting.ofAll();
    }

    @Test
    void twelve() throws Exception {
        Meeting.ofAll();
        assertEquals(12, Meeting.twelve());
        Meeting.ofAll();
    }
}
