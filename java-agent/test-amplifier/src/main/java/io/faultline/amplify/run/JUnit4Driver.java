package io.faultline.amplify.run;

import io.faultline.runner.Only;
import io.faultline.runner.Ran;
import java.util.Comparator;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;
import org.junit.runner.notification.StoppedByUserException;

/** JUnit 4: one pass of the class's runner, which is asked to leave out all other methods and to sort those that are wanted. */
final class JUnit4Driver implements Driver {
    @Override
    public void run(Class<?> testClass, Session session) throws Exception {
        Only only = new Only("variants", test -> session.methods().contains(methodOf(test)));
        Request request = Request.classWithoutSuiteMethod(testClass).filterWith(only).sortWith(order(session));
        Hearing hearing = new Hearing(session);
        try {
            request.getRunner().run(hearing);
        } catch (StoppedByUserException late) {
            return;
        }
        session.finish(hearing.elsewhere);
    }

    private static Comparator<Description> order(Session session) {
        return Comparator.comparingInt(description -> session.methods().indexOf(methodOf(description)));
    }

    /** The method, without the parameters behind it. */
    private static String methodOf(Description description) {
        String name = description.getDisplayName();
        int end = 0;
        while (end < name.length() && "([{# ".indexOf(name.charAt(end)) < 0) {
            end++;
        }
        return name.substring(0, end);
    }

    /** A notifier, because listeners of one are dropped when they throw. */
    private static final class Hearing extends RunNotifier {
        private final Session session;
        private Throwable thrown;
        private boolean isAborted;
        private Throwable elsewhere;

        Hearing(Session session) {
            this.session = session;
        }

        @Override
        public void fireTestStarted(Description description) {
            super.fireTestStarted(description);
            thrown = null;
            isAborted = false;
            session.begin(methodOf(description));
        }

        @Override
        public void fireTestFailure(Failure failure) {
            if (!session.isRunning()) {
                elsewhere = elsewhere == null ? failure.getException() : elsewhere;
            } else if (thrown == null) {
                thrown = failure.getException();
            }
            super.fireTestFailure(failure);
        }

        @Override
        public void fireTestAssumptionFailed(Failure failure) {
            if (thrown == null) {
                thrown = failure.getException();
                isAborted = true;
            }
            super.fireTestAssumptionFailed(failure);
        }

        @Override
        public void fireTestFinished(Description description) {
            super.fireTestFinished(description);
            session.ended(thrown == null ? Ran.PASSED : isAborted ? Ran.aborted(thrown) : Ran.failed(thrown));
            if (session.isOver()) {
                pleaseStop();
            }
        }
    }
}
