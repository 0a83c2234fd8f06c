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
