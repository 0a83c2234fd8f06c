package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which stacks are of code that a method wrote for another thread, by the names that compilers give it. */
class LeftLambdasTest {
    private static final Set<String> METHODS = Collections.singleton("a.LatchTest.waits");

    private static boolean goesOn(String... frames) {
        StackTraceElement[] stack = new StackTraceElement[frames.length];
        for (int i = 0; i < stack.length; i++) {
            int dot = frames[i].lastIndexOf('.');
            stack[i] = new StackTraceElement(frames[i].substring(0, dot), frames[i].substring(dot + 1), "A.java", 1);
        }
        return LeftTasks.isInLambda(stack, METHODS);
    }

    @Test
    void aLambdaOrClosureOfTheMethodGoesOn() {
        String below = "java.lang.Thread.run";
        assertEquals(true, goesOn("b.Endless.stays", "a.LatchTest.lambda$waits$0", below));
        assertEquals(true, goesOn("b.Endless.stays", "a.LatchTest.waits$lambda$1", below));
        assertEquals(true, goesOn("b.Endless.stays", "a.LatchTest$waits$1.invoke", below));
        assertEquals(true, goesOn("b.Endless.stays", "a.LatchTest$waits$job$1$2.invokeSuspend", below));
        assertEquals(true, goesOn("b.Endless.stays", "a.LatchTest$_waits_closure1.doCall", below));
    }

    @Test
    void codeOfAnotherMethodOrClassDoesNot() {
        String below = "java.lang.Thread.run";
        assertEquals(false, goesOn("b.Endless.stays", "a.LatchTest.lambda$setUp$0", below));
        assertEquals(false, goesOn("b.Endless.stays", "a.OtherTest.lambda$waits$0", below));
        assertEquals(false, goesOn("b.Endless.stays", "a.LatchTest$1.run", below));
        assertEquals(false, goesOn("b.Endless.stays", "a.LatchTest$waits.run", below));
        assertEquals(false, goesOn("b.Endless.stays", "a.LatchTest$_setUp_closure1.doCall", below));
        assertEquals(false, goesOn("java.net.Socket.accept", "b.Server.lambda$new$0", below));
    }

    @Test
    void theTestsOwnThreadIsNoOther() {
        assertEquals(false, goesOn("a.LatchTest.lambda$waits$0", "b.Retry.run", "a.LatchTest.waits"));
    }

    /** A test that fails in a coroutine has frames of those in its trace, as has what it left. */
    @Test
    void whatRunsCoroutinesIsNoSignOfTheTestsOwnThread() {
        AssertionError failed = new AssertionError();
        failed.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("a.LatchTest", "waits", "A.kt", 1),
            new StackTraceElement("kotlin.coroutines.jvm.internal.BaseContinuationImpl", "resumeWith", "C.kt", 1),
        });
        assertEquals(METHODS, LeftTasks.methods(Failure.of(failed)));
    }
}
