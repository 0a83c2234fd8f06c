package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class FingerprintTest {
    private static Throwable thrownAt(String... frames) {
        Throwable thrown = new Exception();
        StackTraceElement[] trace = new StackTraceElement[frames.length];
        for (int i = 0; i < frames.length; i++) {
            trace[i] = new StackTraceElement(frames[i], "m", null, i);
        }
        thrown.setStackTrace(trace);
        return thrown;
    }

    private static long traceOf(String text) {
        return Fingerprint.of(text);
    }

    @Test
    void identitiesInMessagesAreAllAlike() {
        assertEquals("a.B@X and c@X", Fingerprint.withoutIdentities("a.B@1f2e3d and c@fff"));
        assertEquals("me@ab.c @", Fingerprint.withoutIdentities("me@ab.c @"));
        assertEquals("@X@X", Fingerprint.withoutIdentities("@abc@123"));
        assertEquals("none", Fingerprint.withoutIdentities("none"));
    }

    @Test
    void framesOfOursAreNotCompared() {
        assertEquals(
                traceOf("a.B.m:1\n"),
                Fingerprint.ofTrace(
                        thrownAt("io.faultline.mutants.boot.Site", "a.B", "io.faultline.mutants.driver.Hook")));
        assertEquals(traceOf("a.B.m:0\n"), Fingerprint.ofTrace(thrownAt("a.B", "io.faultline.runner.JUnit3Suites")));
    }

    @Test
    void aTraceEndsWhereTheFrameworkOrReflectionCalls() {
        assertEquals(
                traceOf("a.B.m:1\na.T.m:2\n"),
                Fingerprint.ofTrace(thrownAt("org.junit.Assert", "a.B", "a.T", "jdk.internal.reflect.X", "a.Main")));
        assertEquals(traceOf("a.T.m:0\n"), Fingerprint.ofTrace(thrownAt("a.T", "junit.framework.TestCase", "a.T")));
        assertEquals(
                traceOf("java.util.List.m:0\na.T.m:1\n"),
                Fingerprint.ofTrace(thrownAt("java.util.List", "a.T", "org.testng.Invoker")));
    }

    @Test
    void exceptionsWhoseMethodsThrowHaveAFingerprintTooAndMessagesThatAreNoneAreEmpty() {
        Throwable hostile = new Exception() {
            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                return null;
            }
        };
        assertEquals(Fingerprint.of("?"), Fingerprint.ofMessage(hostile));
        assertEquals(Fingerprint.of(""), Fingerprint.ofTrace(hostile));
        assertEquals(Fingerprint.of(""), Fingerprint.ofMessage(new Exception((String) null)));
        assertNotEquals(Fingerprint.of(""), Fingerprint.of("a"));
        assertEquals(0xaf63dc4c8601ec8cL, Fingerprint.of("a"));
    }
}
