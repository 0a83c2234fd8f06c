package io.faultline.runtime;

/**
 * Recognises failures by a time-out after which the test's body may go on in a thread that its framework gave up.
 *
 * <p>A framework that only interrupts the test's own thread does not report the failure before that thread is done,
 * so it leaves none.
 */
final class TimeOuts {
    private static final String JUNIT4 = "org.junit.runners.model.TestTimedOutException";
    private static final String TESTNG = "org.testng.internal.thread.ThreadTimeoutException";

    /** JUnit 4 before 4.12 throws an exception of this class, known by its message. */
    private static final String OLD_JUNIT4 = "java.lang.Exception";

    private static final String OLD_MESSAGE = "test timed out after ";

    /**
     * Jupiter's method that waits for a body in a thread of its own, for {@code assertTimeoutPreemptively} and for
     * {@code @Timeout} with a separate thread. What the body throws has the frames of the other thread.
     */
    private static final String JUPITER_METHOD = "assertTimeoutPreemptively";

    private static final String JUPITER_CLASS = "org.junit.jupiter.api.AssertTimeout";

    /**
     * What a test throws that waits for a future no longer, where a class of the JDK throws it. Jupiter's {@code @Timeout}
     * throws one of its own once the test's thread is done.
     */
    private static final String WAITED = "java.util.concurrent.TimeoutException";

    private static final String WAITED_IN = "java.util.concurrent.";

    /**
     * What libraries throw that stop waiting, on a thread of their own. What they waited for ends by then, or goes on.
     */
    private static final String[] OF_LIBRARIES = {
        "kotlinx.coroutines.TimeoutCancellationException", "kotlinx.coroutines.test.UncompletedCoroutinesError"
    };

    /** Reactor throws an exception of the JDK, known by what made it. */
    private static final String OF_REACTOR = "reactor.core.publisher.Blocking";

    private TimeOuts() {}

    /** Whether a test failed because a library waited no longer for what the test started. */
    static boolean mayLeaveTask(Failure failure) {
        return failure != null && (isOfLibrary(failure) || failure.first != null && isOfLibrary(failure.first));
    }

    private static boolean isOfLibrary(Failure failure) {
        for (String known : OF_LIBRARIES) {
            if (known.equals(failure.exception)) {
                return true;
            }
        }
        return failure.frames.length > 0 && failure.frames[0].startsWith(OF_REACTOR);
    }

    /**
     * Whether a test failed because its framework waited for its body no longer.
     *
     * @param failure describes {@code thrown}
     */
    static boolean leavesThread(Throwable thrown, Failure failure) {
        return failure != null
                && (isTimeOut(failure)
                        || failure.first != null && isTimeOut(failure.first)
                        || OLD_JUNIT4.equals(failure.exception) && isOfOldJUnit4(thrown));
    }

    private static boolean isTimeOut(Failure failure) {
        if (JUNIT4.equals(failure.exception) || TESTNG.equals(failure.exception)) {
            return true;
        }
        if (WAITED.equals(failure.exception)) {
            return failure.frames.length > 0 && failure.frames[0].startsWith(WAITED_IN);
        }
        for (int i = 0; i + 1 < failure.frames.length; i += 2) {
            if (JUPITER_METHOD.equals(failure.frames[i + 1]) && failure.frames[i].startsWith(JUPITER_CLASS)) {
                return true;
            }
        }
        return false;
    }

    /** Asks for a message only where no class of the application can answer. */
    private static boolean isOfOldJUnit4(Throwable thrown) {
        String message = thrown.getClass() == Exception.class ? thrown.getMessage() : null;
        return message != null && message.startsWith(OLD_MESSAGE);
    }
}
