package io.faultline.runner;

import java.util.Comparator;
import java.util.function.Function;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.notification.StoppedByUserException;

/**
 * JUnit 4: one pass of the class's runner, which is asked to leave out all other tests and to sort those that are selected. Methods are
 * those of the class itself; ids, which are display names, may be of what its method {@code suite} shows. Where the runner cannot leave
 * other rows of the same method out, those run beside the one that an id names.
 */
public final class JUnit4Driver implements Driver {
    /** Whether this JUnit lets others run the children of its runners: 4.7 and later. */
    public static final boolean HAS_SCHEDULERS = hasSchedulers();

    @Override
    public void run(Selection selection, Listener listener) {
        Function<Description, String> name = selection.isOfMethods() ? JUnit4Driver::methodOf : Description::getDisplayName;
        Only only = new Only(test -> selection.names().contains(name.apply(test)));
        Runner runner;
        if (selection.isOfMethods()) {
            Comparator<Description> order = Comparator.comparingInt(test -> selection.names().indexOf(name.apply(test)));
            runner = Request.classWithoutSuiteMethod(selection.testClass).filterWith(only).sortWith(order).getRunner();
        } else {
            runner = ofIds(selection.testClass, only);
        }
        if (runner == null) {
            return;
        }
        try {
            runner.run(new JUnit4Notifier(listener, name));
        } catch (StoppedByUserException over) {
            // As the listener wished.
        }
    }

    /** A runner of the tests; null where it knows no such test. */
    private static Runner ofIds(Class<?> testClass, Only only) {
        Runner filtered = Request.aClass(testClass).filterWith(only).getRunner();
        if (only.shouldRun(filtered.getDescription())) {
            return filtered;
        }
        Runner whole = Request.aClass(testClass).getRunner();
        return HAS_SCHEDULERS && only.shouldRun(whole.getDescription()) && Handed.leaveOut(whole, only) ? whole : null;
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

    private static boolean hasSchedulers() {
        try {
            Class.forName("org.junit.runners.model.RunnerScheduler", false, Runner.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }
}
