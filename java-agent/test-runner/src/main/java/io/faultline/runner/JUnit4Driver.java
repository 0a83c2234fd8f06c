package io.faultline.runner;

import java.util.Comparator;
import java.util.function.Function;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.notification.StoppedByUserException;

/**
 * Runs JUnit 4 tests in one pass of the class's runner, filtered and sorted by the selection. Methods are those of the
 * class itself. Ids are display names, which may come from the class's {@code suite} method. If the runner cannot
 * filter the rows of a parameterised method, the other rows run along with the selected one.
 */
public final class JUnit4Driver implements Driver {
    /** Whether this JUnit version has runner schedulers (4.7 and later). */
    public static final boolean HAS_SCHEDULERS = hasSchedulers();

    @Override
    public void run(Selection selection, Listener listener) {
        Function<Description, String> name =
                selection.isOfMethods() ? JUnit4Driver::methodOf : Description::getDisplayName;
        Only only = new Only(test -> selection.names().contains(name.apply(test)));
        Runner runner;
        if (selection.isOfMethods()) {
            Comparator<Description> order =
                    Comparator.comparingInt(test -> selection.names().indexOf(name.apply(test)));
            runner = Request.classWithoutSuiteMethod(selection.testClass)
                    .filterWith(only)
                    .sortWith(order)
                    .getRunner();
        } else {
            runner = ofIds(selection.testClass, only);
        }
        if (runner == null) {
            return;
        }
        try {
            runner.run(new JUnit4Notifier(listener, name));
        } catch (StoppedByUserException over) {
            // The listener requested the stop.
        }
    }

    /** A runner filtered to the selected ids; null if no test matches. */
    private static Runner ofIds(Class<?> testClass, Only only) {
        Runner filtered = Request.aClass(testClass).filterWith(only).getRunner();
        if (only.shouldRun(filtered.getDescription())) {
            return filtered;
        }
        Runner whole = Request.aClass(testClass).getRunner();
        return HAS_SCHEDULERS && only.shouldRun(whole.getDescription()) && Handed.leaveOut(whole, only) ? whole : null;
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
