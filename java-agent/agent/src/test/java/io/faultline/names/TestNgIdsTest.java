package io.faultline.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TestNgIdsTest {
    private final TestNgIds ids = new TestNgIds();

    @Test
    void aMethodThatRunsAgainIsNumbered() {
        assertEquals("a.B.m", ids.of("a.B.m", 0, false, 0));
        assertEquals("a.B.n", ids.of("a.B.n", 0, false, 0));
        assertEquals("a.B.m#2", ids.of("a.B.m", 0, false, 0));
    }

    @Test
    void parametersHaveThePlaceInTheirDataInWhicheverOrderTheyRun() {
        assertEquals("a.B.m[2]", ids.of("a.B.m", 0, true, 2));
        assertEquals("a.B.m[0]", ids.of("a.B.m", 0, true, 0));
        assertEquals("a.B.m[2]#2", ids.of("a.B.m", 0, true, 2));
        assertEquals("a.B.n[0]", ids.of("a.B.n", 0, true, TestNgIds.NO_INDEX));
        assertEquals("a.B.n[1]", ids.of("a.B.n", 0, true, TestNgIds.NO_INDEX));
    }

    @Test
    void instancesHaveTheirNumberInWhicheverOrderTheyRun() {
        assertEquals("a.B.m#3", ids.of("a.B.m", 3, false, 0));
        assertEquals("a.B.m", ids.of("a.B.m", 1, false, 0));
        assertEquals("a.B.m#1#2", ids.of("a.B.m", 1, false, 0));
        assertEquals("a.B.m#3#2", ids.of("a.B.m", 3, false, 0));
        assertEquals("a.B.n#2[1]", ids.of("a.B.n", 2, true, 1));
        assertEquals("a.B.n#2[1]#2", ids.of("a.B.n", 2, true, 1));
    }

    @Test
    void anIdTellsHowManyRunsItTakesAtMost() {
        assertEquals(1, TestNgIds.mostRuns("a.B.m[7]"));
        assertEquals(3, TestNgIds.mostRuns("a.B.m#3[7]#2"));
        assertEquals(12, TestNgIds.mostRuns("a.B.m#12"));
    }

    @Test
    void anotherPassMayRunOnlyWhatHasRunBefore() {
        TestNgIds ids = new TestNgIds();
        ids.of("A.t", 0, false, TestNgIds.NO_INDEX);
        ids.of("A.data", 0, true, 0);
        assertTrue(ids.hasRunBefore("A.t#3"));
        assertTrue(ids.hasRunBefore("A.t#1#2"));
        assertTrue(ids.hasRunBefore("A.data[0]#2"));
        assertFalse(ids.hasRunBefore("A.beforeClass#2"));
        assertFalse(ids.hasRunBefore("A.data[7]#2"));
    }
}
