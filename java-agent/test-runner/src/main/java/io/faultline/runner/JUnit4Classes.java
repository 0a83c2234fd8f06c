package io.faultline.runner;

import java.util.List;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.notification.StoppedByUserException;

/**
 * Runs whole classes of JUnit 4 whose rows are those of the class itself: fixtures or rules that failed outside of tests.
 * Such a row has passed if the class's runner reports no failure of the class.
 */
final class JUnit4Classes {
    private JUnit4Classes() {}

    /** Runs the class, and reports how it ended under each of the ids. */
    static void run(Class<?> testClass, List<String> ids, Listener listener) {
        Runner runner = Request.aClass(testClass).getRunner();
        JUnit4Ids names = new JUnit4Ids(runner.getDescription());
        OfClass ofClass = new OfClass(testClass.getName());
        try {
            runner.run(new JUnit4Notifier(ofClass, names));
        } catch (StoppedByUserException over) {
            // The runner of the class asked for it.
        }
        for (String id : ids) {
            listener.started(id);
            listener.ended(id, ofClass.ran);
        }
    }

    /** Hears failures of the class. */
    private static final class OfClass implements Listener {
        private final String name;
        private Ran ran = Ran.PASSED;

        OfClass(String name) {
            this.name = name;
        }

        @Override
        public void ended(String test, Ran how) {
            // Tests have rows of their own.
        }

        @Override
        public void failed(String what, Ran how) {
            if (ran == Ran.PASSED && what.equals(name)) {
                ran = how;
            }
        }
    }
}
