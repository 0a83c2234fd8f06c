package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recognises exceptions caused by failed class initialisation, and the class. */
class FailedInitialisersTest {
    private final List<String> drained = new ArrayList<>();

    @BeforeEach
    void forget() {
        drain();
        drained.clear();
    }

    private void drain() {
        FailedInitialisers.drain((of, thrown, by) ->
                drained.add(name(of) + " " + thrown.exception + " by " + (by == null ? "none" : name(by))));
    }

    private static String name(FailedInitialisers.Failed failed) {
        return failed == null ? null : failed.name == null ? "#" + failed.id : failed.name;
    }

    private static String of(Throwable thrown) {
        return name(FailedInitialisers.of(thrown));
    }

    @Test
    void whatLeftAnInitialiserNamesItsClassWhereverItIsWrapped() {
        IllegalStateException cause = new IllegalStateException();
        FailedInitialisers.left(cause, 5);
        assertEquals("#5", of(new ExceptionInInitializerError(cause)));
        assertEquals("#5", of(new RuntimeException(new ExceptionInInitializerError(cause))));
        assertEquals("#5", of(cause));
        assertNull(of(new IllegalStateException()));
        assertNull(of(null));
        AssertionError all = new AssertionError();
        all.addSuppressed(new ExceptionInInitializerError(cause));
        assertEquals("#5", of(all));
    }

    @Test
    void theErrorOfThoseThatComeLaterNamesItInWords() {
        assertEquals("a.B$C", of(new RuntimeException(new NoClassDefFoundError("Could not initialize class a.B$C"))));
        assertNull(of(new NoClassDefFoundError("a/B")), "a class that is missing");
        assertNull(of(new NoClassDefFoundError()));
        assertNull(of(new LinkageError("Could not initialize class a.B")));
    }

    @Test
    void theMessageOfNoOtherClassIsAskedFor() {
        assertNull(of(new NoClassDefFoundError("x") {
            @Override
            public String getMessage() {
                throw new IllegalStateException("asked");
            }
        }));
    }

    @Test
    void theInnermostOfSeveralIsToBlame() {
        IllegalStateException cause = new IllegalStateException();
        ExceptionInInitializerError outer = new ExceptionInInitializerError(cause);
        FailedInitialisers.left(cause, 1);
        FailedInitialisers.left(outer, 2);
        assertEquals("#1", of(outer));
        drain();
        String thrown = "java.lang.IllegalStateException";
        assertEquals(List.of("#1 " + thrown + " by none", "#2 java.lang.ExceptionInInitializerError by #1"), drained);
    }

    @Test
    void anErrorIsThatOfTheInitialiserWhichItLeftFirst() {
        AssertionError error = new AssertionError();
        FailedInitialisers.left(error, 1);
        FailedInitialisers.left(error, 2);
        assertEquals("#1", of(error));
        drain();
        assertEquals(List.of("#1 java.lang.AssertionError by none", "#2 java.lang.AssertionError by #1"), drained);
    }

    @Test
    void ofAClassWithoutABracketTheTraceSaysItsName() {
        IllegalStateException cause = new IllegalStateException();
        cause.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("a.Project", "load", null, 3),
            new StackTraceElement("lib.Inner", "<clinit>", null, 4),
            new StackTraceElement("lib.Outer", "<clinit>", null, 5),
        });
        ExceptionInInitializerError error = new ExceptionInInitializerError(cause);
        assertEquals("lib.Inner", of(error));
        assertEquals("lib.Inner", of(error), "once more");
        drain();
        assertEquals(List.of("lib.Inner java.lang.IllegalStateException by none"), drained);
    }

    @Test
    void aRingOfCausesEnds() {
        RuntimeException one = new RuntimeException();
        one.initCause(new RuntimeException(one));
        assertNull(of(one));
    }
}
