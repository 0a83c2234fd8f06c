package io.faultline.mutants.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runners.ParentRunner;
import org.junit.runners.model.RunnerScheduler;

/**
 * Runners whose children are run again in place: a {@code ParentRunner} hands each child to its scheduler when class rules and
 * {@code @BeforeClass} are done, as something that can be run as often as one likes.
 */
final class InPlaceRunners {
    private final Tests tests;
    private final Hearing hearing = new Hearing();

    private InPlaceRunners(Tests tests) {
        this.tests = tests;
    }

    static void pass(Runner runner, Class<?> testClass, Tests tests) throws Exception {
        if (runner instanceof ParentRunner) {
            InPlaceRunners pass = new InPlaceRunners(tests);
            pass.lead((ParentRunner<?>) runner);
            runner.run(pass.hearing);
        }
    }

    private void lead(ParentRunner<?> runner) {
        runner.setScheduler(new Children(runner.getDescription().getChildren(), childrenOf(runner)));
    }

    /** The children of one runner, in the order in which it hands them over. */
    private final class Children implements RunnerScheduler {
        private final List<Description> descriptions;
        private final List<?> children;
        private int next;

        Children(List<Description> descriptions, List<?> children) {
            this.descriptions = descriptions;
            this.children = children;
        }

        @Override
        public void schedule(Runnable child) {
            int at = next++;
            if (at < descriptions.size()) {
                run(child, descriptions.get(at), at < children.size() ? children.get(at) : null);
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
                tests.runs(id).of(() -> hearing.run(id, child));
            }
        }
    }

    /** A runner that is no {@code ParentRunner}, inside one. */
    private void other(Runner runner, Description description) {
        Class<?> testClass = description.getTestClass();
        if (testClass == null) {
            return;
        }
        try {
            JUnit4Driver.pass(runner, testClass, tests);
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
        for (String id : wanted(description)) {
            tests.runs(id).of(new WholeRunner(testClass, id));
        }
    }

    /** The wanted tests of a description: itself, or what is below it. */
    private List<String> wanted(Description description) {
        List<String> wanted = new ArrayList<>();
        addWanted(description, wanted);
        return wanted;
    }

    private void addWanted(Description description, List<String> wanted) {
        if (description.isTest()) {
            if (tests.wants(description.getDisplayName())) {
                wanted.add(description.getDisplayName());
            }
        } else {
            description.getChildren().forEach(child -> addWanted(child, wanted));
        }
    }

    /** The children that the runner is going to hand over; empty where this JUnit does not say. */
    private static List<?> childrenOf(ParentRunner<?> runner) {
        for (String name : new String[] {"getFilteredChildren", "getChildren"}) {
            try {
                Method getter = ParentRunner.class.getDeclaredMethod(name);
                getter.setAccessible(true);
                return new ArrayList<>((Collection<?>) getter.invoke(runner));
            } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException next) {
                // Another version: the next name.
            }
        }
        return new ArrayList<>();
    }
}
