package io.faultline.runner;

import java.util.Comparator;
import java.util.function.Function;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.notification.StoppedByUserException;

/**
 * Runs JUnit 4 tests in one pass of the class's runner, filtered and sorted by the selection. Methods are those of the
 * class itself. Ids are {@link JUnit4Ids}, of tests that may come from the class's {@code suite} method. If the runner cannot
 * filter the rows of a parameterised method, the other rows run along with the selected one.
 */
public final class JUnit4Driver implements Driver {
    /** Whether this JUnit version has runner schedulers (4.7 and later). */
    public static final boolean HAS_SCHEDULERS = hasSchedulers();

    @Override
    public void run(Selection selection, Listener listener) {
        if (selection.isOfMethods()) {
            Function<Description, String> name = JUnit4Driver::methodOf;
            Comparator<Description> order =
                    Comparator.comparingInt(test -> selection.names().indexOf(name.apply(test)));
            Request request = Request.classWithoutSuiteMethod(selection.testClass);
            run(request.filterWith(only(selection, name)).sortWith(order).getRunner(), name, listener);
        } else {
            ofIds(selection, listener);
        }
    }

    /** A request for this runner; the first versions of JUnit 4 have no such method. */
    private static Request requestOf(Runner runner) {
        return new Request() {
            @Override
            public Runner getRunner() {
                return runner;
            }
        };
    }

    private static void run(Runner runner, Function<Description, String> name, Listener listener) {
        try {
            runner.run(new JUnit4Notifier(listener, name));
        } catch (StoppedByUserException over) {
            // The listener requested the stop.
        }
    }

    private static Only only(Selection selection, Function<Description, String> name) {
        return new Only(test -> selection.names().contains(name.apply(test)));
    }

    /** Runs the selected ids, if there are such tests. */
    private static void ofIds(Selection selection, Listener listener) {
        for (Class<?> testClass : JUnit3Suites.around(selection.testClass)) {
            if (ofIds(testClass, selection, listener)) {
                return;
            }
        }
    }

    /** Runs the selected ids of this class's tree. Returns false if it has none of them. */
    private static boolean ofIds(Class<?> testClass, Selection selection, Listener listener) {
        // A tree's ids are known before it is filtered: the first of equal tests may be filtered out.
        Runner read = Request.aClass(testClass).getRunner();
        Function<Description, String> name = new JUnit4Ids(read.getDescription())::of;
        Runner filtered = requestOf(read).filterWith(only(selection, name)).getRunner();
        if (only(selection, name).shouldRun(filtered.getDescription())) {
            run(filtered, name, listener);
            return true;
        }
        Runner whole = Request.aClass(testClass).getRunner();
        name = new JUnit4Ids(whole.getDescription())::of;
        Only only = only(selection, name);
        if (HAS_SCHEDULERS && only.shouldRun(whole.getDescription()) && Handed.leaveOut(whole, only)) {
            run(whole, name, listener);
            return true;
        }
        return false;
    }

    /** The method name without the parameters that follow it. */
    private static String methodOf(Description description) {
        String name = description.getDisplayName();
        int end = 0;
        while (end < name.length() && "([{# ".indexOf(name.charAt(end)) < 0) {
            end++;
        }
        return name.substring(0, end);
    }

    private static boolean hasSchedulers() {
        try {
            Class.forName("org.junit.runners.model.RunnerScheduler", false, Runner.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }
}
