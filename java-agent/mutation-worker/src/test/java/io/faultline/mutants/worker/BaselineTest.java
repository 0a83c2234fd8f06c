package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.mutants.boot.Fuel;
import io.faultline.runner.Ran;
import org.junit.jupiter.api.Test;

/** Tests the verdict for each combination of outcomes. */
final class BaselineTest {
    private static Ending ended(Ran ran, Reason reason) {
        return new Ending(ran, reason, 5, 5, 0, 0);
    }

    private static Ending ended(Ran ran) {
        return ended(ran, Reason.NONE);
    }

    /** A failure whose exception always has the same trace. */
    private static Ran failed(String message) {
        Throwable thrown = new IllegalStateException(message);
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", null, 1)});
        return Ran.failed(thrown);
    }

    @Test
    void aPassingTestFailsOrGivesUpOrStaysTheSame() {
        Baseline passing = new Baseline(ended(Ran.PASSED));
        assertEquals(Verdict.SAME, passing.verdict(ended(Ran.PASSED)));
        assertEquals(Verdict.FAILS, passing.verdict(ended(failed("a"))));
        assertEquals(Verdict.ABORTS, passing.verdict(ended(Ran.aborted(null))));
        assertEquals(Verdict.ABORTS, passing.verdict(ended(Ran.SKIPPED)));
        assertEquals(Verdict.FAILS, passing.verdict(ended(Ran.PASSED, Reason.FUEL)), "what was cut off has failed");
    }

    @Test
    void aFailingTestDiffersByTypeThenMessageThenTrace() {
        Baseline failing = new Baseline(ended(failed("a")));
        assertEquals(Verdict.PASSES, failing.verdict(ended(Ran.PASSED)));
        assertEquals(Verdict.SAME, failing.verdict(ended(failed("a"))));
        assertEquals(Verdict.MESSAGE, failing.verdict(ended(failed("b"))));
        assertEquals(Verdict.TYPE, failing.verdict(ended(Ran.failed(new Error("a")))));
        assertEquals(Verdict.TYPE, failing.verdict(ended(failed("a"), Reason.WALL)));
        assertEquals(Verdict.TRACE, failing.verdict(ended(Ran.failed(new IllegalStateException("a")))));
        assertEquals(Verdict.ABORTS, failing.verdict(ended(Ran.aborted(null))));
    }

    @Test
    void anAbortedTestPassesOrFails() {
        Baseline aborted = new Baseline(ended(Ran.aborted(new Error())));
        assertEquals(Verdict.SAME, aborted.verdict(ended(Ran.aborted(new Error()))));
        assertEquals(Verdict.FAILS, aborted.verdict(ended(failed("a"))));
        assertEquals(Verdict.PASSES, aborted.verdict(ended(Ran.PASSED)));
    }

    @Test
    void whatDiffersBetweenTwoPlainRunsIsNotCompared() {
        Baseline failing = new Baseline(ended(failed("a")));
        assertTrue(failing.add(ended(failed("b"))));
        assertEquals(1, failing.unstable());
        assertEquals(Verdict.SAME, failing.verdict(ended(failed("c"))));
        assertTrue(failing.add(ended(Ran.failed(new IllegalStateException("a")))));
        assertEquals(3, failing.unstable());
        assertFalse(failing.add(ended(Ran.PASSED)));
        assertFalse(failing.add(ended(Ran.failed(new Error("a")))));
    }

    @Test
    void reasonsAreFoundBehindWrappers() {
        Throwable spent = null;
        Fuel.set(0);
        try {
            Fuel.burn();
        } catch (Fuel.Spent thrown) {
            spent = thrown;
        } finally {
            Fuel.refill();
        }
        assertEquals(Reason.FUEL, Ending.reasonOf(new RuntimeException(new Exception(spent))));
        assertEquals(Reason.MEMORY, Ending.reasonOf(new OutOfMemoryError()));
        assertEquals(Reason.STACK, Ending.reasonOf(new Exception(new StackOverflowError())));
        assertEquals(Reason.NONE, Ending.reasonOf(null));
    }
}
