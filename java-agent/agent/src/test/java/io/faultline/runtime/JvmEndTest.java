package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class JvmEndTest {
    private static final Thread TEST = new Thread("test");
    private static final Thread OTHER = new Thread("other");

    @Test
    void aTestThatCallsExitHasFailed() {
        JvmEnd end = ended(
                TEST, "java.lang.Shutdown.exit", "java.lang.Runtime.exit", "java.lang.System.exit", "org.x.Calc.add");
        assertEquals("java.lang.Runtime.exit", end.how);
        assertEquals(Outcome.FAILED, end.outcomeOf(TEST, true));
        assertEquals(Outcome.FAILED, end.outcomeOf(TEST, false));
        assertEquals(Outcome.ABORTED, end.outcomeOf(OTHER, false), "one that ran beside it");
    }

    @Test
    void theOnlyTestHasFailedWhenAnotherThreadHaltsTheJvm() {
        JvmEnd end = ended(
                OTHER, "java.lang.Shutdown.halt", "java.lang.Runtime.halt", "org.x.Calc.add", "java.lang.Thread.run");
        assertEquals("java.lang.Runtime.halt", end.how);
        assertEquals(Outcome.FAILED, end.outcomeOf(TEST, true));
        assertEquals(Outcome.ABORTED, end.outcomeOf(TEST, false), "it is unknown which of several");
    }

    @Test
    void aBuildToolThatGivesUpSaysNothingOfTheTest() {
        JvmEnd end = ended(OTHER, "java.lang.Runtime.halt", "org.apache.maven.surefire.booter.ForkedBooter.kill");
        assertEquals(Outcome.ABORTED, end.outcomeOf(TEST, true));
        end = ended(OTHER, "java.lang.Runtime.exit", "java.lang.System.exit", "worker.org.gradle.process.Main.stop");
        assertEquals(Outcome.ABORTED, end.outcomeOf(TEST, true));
    }

    @Test
    void aThreadThatDoesSomethingElseEndsNothing() {
        assertNull(ended(TEST, "java.lang.Object.wait", "org.x.Calc.add"));
        assertNull(ended(TEST));
    }

    @Test
    void withoutACallerTheTestIsAborted() {
        JvmEnd end = JvmEnd.now();
        assertEquals("java.lang.Shutdown", end.how);
        assertEquals(Outcome.ABORTED, end.outcomeOf(Thread.currentThread(), true));
    }

    private static JvmEnd ended(Thread thread, String... methods) {
        StackTraceElement[] stack = new StackTraceElement[methods.length];
        for (int at = 0; at < methods.length; at++) {
            int dot = methods[at].lastIndexOf('.');
            stack[at] = new StackTraceElement(methods[at].substring(0, dot), methods[at].substring(dot + 1), null, -1);
        }
        return JvmEnd.of(thread, stack);
    }
}
