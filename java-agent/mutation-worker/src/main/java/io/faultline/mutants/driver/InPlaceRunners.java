package io.faultline.mutants.driver;

import io.faultline.runner.Handed;
import io.faultline.runner.JUnit4Ids;
import io.faultline.runner.JUnit4Notifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runners.ParentRunner;
import org.junit.runners.model.RunnerScheduler;

/**
 * Reruns children of JUnit 4 runners in place: after class rules and {@code @BeforeClass}, a {@code ParentRunner}
 * passes each child to its scheduler as a runnable that can be run repeatedly.
 */
final class InPlaceRunners {
    private final Tests tests;
    private final JUnit4Ids ids;
    private final Heard heard = new Heard();

    private InPlaceRunners(Tests tests, JUnit4Ids ids) {
        this.tests = tests;
        this.ids = ids;
    }

    static void pass(Runner runner, Tests tests) {
        if (runner instanceof ParentRunner) {
            InPlaceRunners pass = new InPlaceRunners(tests, new JUnit4Ids(runner.getDescription()));
            pass.lead((ParentRunner<?>) runner);
            runner.run(new JUnit4Notifier(pass.heard, pass.ids));
        }
    }

    private void lead(ParentRunner<?> runner) {
        runner.setScheduler(new Children(Handed.by(runner)));
    }

    /** Schedules the children of one runner, which arrive in the order of {@link Handed}. */
    private final class Children implements RunnerScheduler {
        private final Handed handed;
        private int next;

        Children(Handed handed) {
            this.handed = handed;
        }

        @Override
        public void schedule(Runnable child) {
            int at = next++;
            Description description = handed.description(at);
            boolean isTold = description != null && !(description.isTest() && ids.isOneOfSeveral(description));
            if (isTold && handed.isOnce(at)) {
                run(child, description, handed.child(at));
            }
        }

        @Override
        public void finished() {
            next = 0;
        }
    }

    private void run(Runnable child, Description description, Object object) {
        if (wanted(description).isEmpty()) {
            return;
        }
        if (object instanceof ParentRunner) {
            lead((ParentRunner<?>) object);
            child.run();
        } else if (object instanceof Runner) {
            other((Runner) object, description);
        } else {
            for (String id : wanted(description)) {
                tests.runs(id).of(() -> heard.of(id, child::run));
            }
        }
    }

    /** Handles a child runner that is not a {@code ParentRunner}. */
    private void other(Runner runner, Description description) {
        Class<?> testClass = description.getTestClass();
        if (testClass == null) {
            return;
        }
        try {
            JUnit4InPlace.pass(runner, testClass, tests);
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
        for (String id : wanted(description)) {
            tests.runs(id).of(Heard.by(JUnit4InPlace.WHOLE, testClass, id));
        }
    }

    /** The wanted tests among a description and its descendants. */
    private List<String> wanted(Description description) {
        List<String> wanted = new ArrayList<>();
        addWanted(description, wanted);
        return wanted;
    }

    private void addWanted(Description description, List<String> wanted) {
        if (description.isTest()) {
            String id = ids.of(description);
            if (tests.wants(id)) {
                wanted.add(id);
            }
        } else {
            description.getChildren().forEach(child -> addWanted(child, wanted));
        }
    }
}
