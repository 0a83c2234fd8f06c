package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void framesBeginAtTheThrowSite() {
        IllegalStateException thrown = new IllegalStateException();
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.x.Calc", "add", "Calc.java", 7),
            new StackTraceElement("org.x.CalcTest", "adds", null, -1),
        });
        Failure failure = Failure.of(thrown);
        assertEquals("java.lang.IllegalStateException", failure.exception);
        assertArrayEquals(new String[] {"org.x.Calc", "add", "org.x.CalcTest", "adds"}, failure.frames);
        assertArrayEquals(new int[] {7, -1}, failure.lines);
    }

    @Test
    void deepTracesAreCutAtTheBottom() {
        StackTraceElement[] deep = new StackTraceElement[5000];
        for (int i = 0; i < deep.length; i++) {
            deep[i] = new StackTraceElement("org.x.Calc", "recurse", "Calc.java", i);
        }
        StackOverflowError thrown = new StackOverflowError();
        thrown.setStackTrace(deep);
        Failure failure = Failure.of(thrown);
        assertEquals(256, failure.lines.length);
        assertEquals(0, failure.lines[0]);
    }

    @Test
    void ourOwnFramesDoNotAppear() {
        RuntimeException thrown = new RuntimeException();
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.x.Calc", "add", "Calc.java", 7),
            new StackTraceElement("io.faultline.runtime.Session", "end", "Session.java", 1),
            new StackTraceElement("java.lang.$Faultline", "event", null, -1),
            new StackTraceElement("org.x.CalcTest", "adds", "CalcTest.java", 9),
        });
        assertArrayEquals(new int[] {7, 9}, Failure.of(thrown).lines);
    }

    @Test
    void anExceptionThatCannotBeReadKeepsItsClass() {
        Failure failure = Failure.of(new RuntimeException() {
            @Override
            public StackTraceElement[] getStackTrace() {
                throw new UnsupportedOperationException();
            }
        });
        assertEquals(FailureTest.class.getName() + "$1", failure.exception);
        assertEquals(0, failure.lines.length);
    }

    @Test
    void theMessageIsNeverAskedFor() {
        Failure failure = Failure.of(new RuntimeException() {
            @Override
            public String getMessage() {
                throw new AssertionError("asked");
            }

            @Override
            public String toString() {
                throw new AssertionError("asked");
            }
        });
        assertEquals(FailureTest.class.getName() + "$2", failure.exception);
    }

    @Test
    void noExceptionIsAFailureWithoutAClass() {
        assertNull(Failure.of(null).exception);
    }

    @Test
    void whatWasThrownFirstIsTheInnermostCause() {
        Throwable root = new IllegalStateException();
        root.setStackTrace(new StackTraceElement[] {new StackTraceElement("org.x.Calc", "add", "Calc.java", 7)});
        Failure failure = Failure.of(new RuntimeException(new Exception(root)));
        assertEquals("java.lang.RuntimeException", failure.exception);
        assertEquals("java.lang.IllegalStateException", failure.first.exception);
        assertArrayEquals(new String[] {"org.x.Calc", "add"}, failure.first.frames);
        assertArrayEquals(new int[] {7}, failure.first.lines);
    }

    @Test
    void anExceptionWithoutACauseWasThrownItself() {
        assertNull(Failure.of(new RuntimeException()).first);
    }

    @Test
    void causesThatFormARingOrThrowComeToAnEnd() {
        Exception outer = new Exception();
        Exception inner = new Exception(outer);
        outer.initCause(inner);
        assertEquals("java.lang.Exception", Failure.of(outer).first.exception);
        Failure failure = Failure.of(new RuntimeException() {
            @Override
            public Throwable getCause() {
                throw new UnsupportedOperationException();
            }
        });
        assertNull(failure.first);
    }

    @Test
    void aWitnessOfTheThrowIsBelievedMoreThanTheTrace() {
        StackTraceElement made = new StackTraceElement("org.x.Factory", "make", "Factory.java", 3);
        RuntimeException thrown = new RuntimeException();
        thrown.setStackTrace(new StackTraceElement[] {made});
        try {
            told("org.x.Factory", "make", "3");
            assertNull(Failure.of(thrown).first, "it says the same");
            told("org.x.Calc", "add", "7");
            Failure first = Failure.of(thrown).first;
            assertEquals("java.lang.RuntimeException", first.exception);
            assertArrayEquals(new String[] {"org.x.Calc", "add"}, first.frames);
            assertArrayEquals(new int[] {7}, first.lines);
        } finally {
            told((String[]) null);
        }
        assertNull(Failure.of(thrown).first, "nobody was told");
    }

    private static void told(String... site) {
        new Throws() {
            @Override
            protected void listen(boolean on) {}

            @Override
            protected String[] site(Throwable thrown) {
                return site;
            }
        }.install();
    }

    @Test
    void anArrayThatTheApplicationKeepsIsNotTouched() {
        StackTraceElement ours = new StackTraceElement("io.faultline.runtime.Session", "fail", null, 1);
        StackTraceElement theirs = new StackTraceElement("org.x.Calc", "add", "Calc.java", 7);
        StackTraceElement[] kept = {ours, theirs};
        RuntimeException sharing = new RuntimeException() {
            @Override
            public StackTraceElement[] getStackTrace() {
                return kept;
            }
        };
        assertArrayEquals(new int[] {7}, Failure.of(sharing).lines);
        assertArrayEquals(new StackTraceElement[] {ours, theirs}, kept);
    }
}
