package io.faultline.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.notification.StoppedByUserException;

/**
 * Runs JUnit 4 tests in one pass of the class's runner, filtered and sorted by the selection. Methods are those of the
 * class itself. Ids are {@link JUnit4Ids}, of tests that may come from the class's {@code suite} method. If the runner cannot
 * filter the rows of a parameterised method, the other rows run along with the selected one. So do tests that
 * their descriptions do not tell apart from it.
 */
public final class JUnit4Driver implements Driver {
    /** Whether this JUnit version has runner schedulers (4.7 and later). */
    public static final boolean HAS_SCHEDULERS = hasSchedulers();

    @Override
    public void run(Selection selection, Listener listener) {
        if (selection.isOfMethods()) {
            Comparator<Description> order =
                    Comparator.comparingInt(test -> selection.names().indexOf(methodOf(test)));
            Request request = Request.classWithoutSuiteMethod(selection.testClass);
            Only only = new Only(test -> selection.names().contains(methodOf(test)));
            run(request.filterWith(only).sortWith(order).getRunner(), JUnit4Driver::methodOf, listener);
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

    private static void run(Runner runner, JUnit4Names names, Listener listener) {
        try {
            runner.run(new JUnit4Notifier(listener, names));
        } catch (StoppedByUserException over) {
            // The listener requested the stop.
        }
    }

    private static Only only(Selection selection, JUnit4Ids ids) {
        return new Only(test -> ids.mayBe(test, selection.names()::contains));
    }

    /** Runs the selected ids, if there are such tests. */
    private static void ofIds(Selection selection, Listener listener) {
        List<String> ofClass = selection.names().stream()
                .filter(id -> withoutOccurrence(id).equals(selection.testClass.getName()))
                .collect(Collectors.toList());
        if (!ofClass.isEmpty()) {
            JUnit4Classes.run(selection.testClass, ofClass, listener);
            return;
        }
        if (!ofTrees(selection, listener)) {
            ofOneListing(selection, listener);
        }
    }

    private static String withoutOccurrence(String id) {
        int sign = id.lastIndexOf('#');
        return sign < 0 ? id : id.substring(0, sign);
    }

    /** Runs tests of a class that a suite lists several times: alone it has only the first of equal ones. */
    private static void ofOneListing(Selection selection, Listener listener) {
        JUnit4Ids ids =
                new JUnit4Ids(Request.aClass(selection.testClass).getRunner().getDescription());
        Map<String, String> asked = new HashMap<>();
        for (String id : selection.names()) {
            asked.put(ids.inOneListing(id), id);
        }
        if (!asked.keySet().containsAll(selection.names())) {
            Selection first = Selection.ofIds(selection.testClass, new ArrayList<>(asked.keySet()));
            ofTrees(first, new Renamed(listener, asked));
        }
    }

    /** Runs the selected ids of the first tree that has some of them. Returns false if none has. */
    private static boolean ofTrees(Selection selection, Listener listener) {
        for (Class<?> testClass : JUnit3Suites.around(selection.testClass)) {
            if (ofIds(testClass, selection, listener)) {
                return true;
            }
        }
        return false;
    }

    /** Runs the selected ids of this class's tree. Returns false if it has none of them. */
    private static boolean ofIds(Class<?> testClass, Selection selection, Listener listener) {
        // A tree's ids are known before it is filtered: the first of equal tests may be filtered out.
        Runner read = Request.aClass(testClass).getRunner();
        JUnit4Ids ids = new JUnit4Ids(read.getDescription());
        Runner filtered = requestOf(read).filterWith(only(selection, ids)).getRunner();
        if (only(selection, ids).shouldRun(filtered.getDescription())) {
            run(filtered, ids, listener);
            return true;
        }
        Runner whole = Request.aClass(testClass).getRunner();
        ids = new JUnit4Ids(whole.getDescription());
        Only only = only(selection, ids);
        if (HAS_SCHEDULERS && only.shouldRun(whole.getDescription()) && Handed.leaveOut(whole, only)) {
            run(whole, ids, listener);
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
