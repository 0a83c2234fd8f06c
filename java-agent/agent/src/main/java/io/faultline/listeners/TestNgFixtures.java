package io.faultline.listeners;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Maps fixture methods of TestNG to their tests: those of the suite, the {@code <test>}, the class and instance, or the
 * groups.
 *
 * <p>Threads: any. Cost: a scan of the fixtures with hits, per test.
 */
final class TestNgFixtures {
    private static final String METHOD = "org.testng.ITestNGMethod";
    private static final String RESULT = "org.testng.ITestResult";

    private static final Getter OF_SUITE = new Getter(METHOD, "isBeforeSuiteConfiguration");
    private static final Getter OF_TEST = new Getter(METHOD, "isBeforeTestConfiguration");
    private static final Getter OF_CLASS = new Getter(METHOD, "isBeforeClassConfiguration");
    private static final Getter OF_GROUPS = new Getter(METHOD, "isBeforeGroupsConfiguration");
    private static final Getter OF_EACH = new Getter(METHOD, "isAfterMethodConfiguration");
    private static final Getter AFTER_CLASS = new Getter(METHOD, "isAfterClassConfiguration");
    private static final Getter AFTER_TEST = new Getter(METHOD, "isAfterTestConfiguration");
    private static final Getter AFTER_SUITE = new Getter(METHOD, "isAfterSuiteConfiguration");
    private static final Getter AFTER_GROUPS = new Getter(METHOD, "isAfterGroupsConfiguration");
    private static final Getter BEFORE_GROUPS = new Getter(METHOD, "getBeforeGroups");
    private static final Getter GROUPS = new Getter(METHOD, "getGroups");
    private static final Getter CONTEXT = new Getter(RESULT, "getTestContext");
    private static final Getter CONTEXT_NAME = new Getter("org.testng.ITestContext", "getName");
    private static final Getter INSTANCE = new Getter(RESULT, "getInstance");

    /** A recorded fixture, with the properties that its tests must match; null matches all. */
    private static final class Fixture {
        int number;
        String context;
        String className;
        WeakReference<Object> instance;
        String[] groups;
    }

    private final List<Fixture> fixtures = new ArrayList<>();

    /** Whether a fixture method runs after its tests. */
    static boolean isAfter(Object method) {
        return is(AFTER_CLASS, method) || is(AFTER_TEST, method) || is(AFTER_SUITE, method) || is(AFTER_GROUPS, method);
    }

    /** Whether it runs after each test. */
    static boolean isAfterEach(Object method) {
        return is(OF_EACH, method);
    }

    /** Adds the recorded fixture of a method that ran before tests. */
    synchronized void add(int number, Object result, Object method, String className) {
        Fixture fixture = new Fixture();
        fixture.number = number;
        if (is(OF_CLASS, method)) {
            fixture.className = className;
            Object instance = INSTANCE.of(result);
            fixture.instance = instance == null ? null : new WeakReference<>(instance);
        } else if (is(OF_TEST, method)) {
            fixture.context = CONTEXT_NAME.string(CONTEXT.of(result));
        } else if (is(OF_GROUPS, method)) {
            fixture.groups = strings(BEFORE_GROUPS.of(method));
        } else if (!is(OF_SUITE, method)) {
            return;
        }
        fixtures.add(fixture);
    }

    /** Returns the fixtures of a test. */
    synchronized int[] of(Object result, Object method, String className) {
        int[] numbers = new int[fixtures.size()];
        int count = 0;
        for (Fixture fixture : fixtures) {
            if (isFor(fixture, result, method, className)) {
                numbers[count++] = fixture.number;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    private static boolean isFor(Fixture fixture, Object result, Object method, String className) {
        if (fixture.className != null && !fixture.className.equals(className)) {
            return false;
        }
        if (fixture.instance != null && fixture.instance.get() != INSTANCE.of(result)) {
            return false;
        }
        if (fixture.context != null && !fixture.context.equals(CONTEXT_NAME.string(CONTEXT.of(result)))) {
            return false;
        }
        return fixture.groups == null || haveCommon(fixture.groups, strings(GROUPS.of(method)));
    }

    private static boolean haveCommon(String[] some, String[] others) {
        for (String one : some) {
            for (String other : others) {
                if (one.equals(other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String[] strings(Object array) {
        return array instanceof String[] ? (String[]) array : new String[0];
    }

    private static boolean is(Getter question, Object method) {
        return Boolean.TRUE.equals(question.of(method));
    }
}
