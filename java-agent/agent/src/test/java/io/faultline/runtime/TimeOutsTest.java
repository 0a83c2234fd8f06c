package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.runners.model.TestTimedOutException;

/** TestNG and {@code @Timeout} are tried in whole builds: {@code tests/builds/timed-out*}. */
class TimeOutsTest {
    @Test
    void junit4LeavesAThread() {
        expect(true, new TestTimedOutException(1, TimeUnit.SECONDS));
        expect(true, new IllegalStateException(new TestTimedOutException(1, TimeUnit.SECONDS)));
    }

    @Test
    void junit4BeforeItsOwnExceptionLeavesAThread() {
        expect(true, new Exception("test timed out after 5 milliseconds"));
        expect(false, new Exception("timed out"));
        expect(false, new Exception());
    }

    @Test
    void aMessageOfTheApplicationIsNotAskedFor() {
        expect(false, new Exception() {
            @Override
            public String getMessage() {
                throw new AssertionError("asked");
            }
        });
    }

    @Test
    void jupiterLeavesAThreadWhereItWaitedNoLonger() {
        expect(true, thrownBy(() -> assertTimeoutPreemptively(Duration.ofMillis(1), () -> Thread.sleep(10_000))));
    }

    @Test
    void jupiterLeavesNoneWhereTheBodyFailedOrRanInTheTestsThread() {
        expect(false, thrownBy(() -> assertTimeoutPreemptively(Duration.ofMinutes(1), () -> fail("in time"))));
        expect(false, thrownBy(() -> assertTimeout(Duration.ofMillis(1), () -> Thread.sleep(10))));
    }

    @Test
    void aTestThatWaitsForATaskNoLongerLeavesItsThread() {
        FutureTask<Void> task = new FutureTask<>(() -> null);
        expect(true, thrownBy(() -> task.get(1, TimeUnit.MILLISECONDS)));
        expect(true, new AssertionError(thrownBy(() -> task.get(1, TimeUnit.MILLISECONDS))));
    }

    @Test
    void aLibraryThatWaitsNoLongerMayLeaveATask() {
        IllegalStateException blocking = new IllegalStateException("Timeout on blocking read");
        String type = "reactor.core.publisher.BlockingSingleSubscriber";
        blocking.setStackTrace(new StackTraceElement[] {new StackTraceElement(type, "blockingGet", "B.java", 1)});
        assertEquals(true, TimeOuts.mayLeaveTask(Failure.of(blocking)));
        assertEquals(true, TimeOuts.mayLeaveTask(Failure.of(new AssertionError(blocking))));
        assertEquals(false, TimeOuts.mayLeaveTask(Failure.of(new IllegalStateException())));
        assertEquals(false, TimeOuts.mayLeaveTask(null));
    }

    @Test
    void otherFailuresLeaveNone() {
        expect(false, new TimeoutException());
        expect(false, null);
    }

    private static Throwable thrownBy(org.junit.jupiter.api.function.Executable code) {
        return assertThrows(Throwable.class, code);
    }

    private static void expect(boolean leaves, Throwable thrown) {
        assertEquals(leaves, TimeOuts.leavesThread(thrown, Failure.of(thrown)));
    }
}
