package io.faultline.listeners;

import io.faultline.bridge.Core;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leaves out tests for which nothing has changed since they passed, as the core says. Their frameworks are not told that
 * they exist: nothing is reported as skipped.
 *
 * <p>Engines of the platform are given a tree without these tests. JUnit 4, JUnit 3 and TestNG are asked themselves, also
 * below the platform, and of Kotest, which runs classes instead of its tree, whole classes are left out.
 * Threads: any.
 */
public final class Selection {
    /** Name in the seal of a file, explained in {@code docs/file-format.md}. */
    public static final String COUNT = "tests not affected";

    /** How ids of tests below a suite begin. */
    private static final String SUITE = "[engine:junit-platform-suite]";

    /** How ids of tests begin that their frameworks are asked about. */
    private static final String[] ASKED = {"[engine:junit-vintage]", "[engine:testng]"};

    private static final String DESCRIPTOR = PlatformEvents.DESCRIPTOR;
    private static final Getter SOURCE = new Getter(DESCRIPTOR, "getSource");
    private static final Getter CLASS_NAME =
            new Getter("org.junit.platform.engine.support.descriptor.ClassSource", "getClassName");
    private static final Getter KOTLIN_CLASS =
            new Getter("kotlin.jvm.internal.ClassBasedDeclarationContainer", "getJClass");
    private static final Getter CHILDREN = new Getter(DESCRIPTOR, "getChildren");
    private static final Getter MAY_REGISTER = new Getter(DESCRIPTOR, "mayRegisterTests");
    private static final Getter REMOVE = new Getter(DESCRIPTOR, "removeFromHierarchy");
    private static final Getter RUNNER_DESCRIPTION = new Getter("org.junit.runner.Runner", "getDescription");
    private static final Getter PARTS = new Getter("org.junit.runner.Description", "getChildren");

    private final SincePassed since;
    private final AtomicLong leftOut = new AtomicLong();
    private final JUnit4Names names = new JUnit4Names();

    /** Names of classes that were left out of trees as a whole, before their tests were known. Guarded by itself. */
    private final Set<String> classesLeftOut = new HashSet<>();

    private final TestNgSelection testng;

    Selection(SincePassed since) {
        this.since = since;
        testng = new TestNgSelection(since, leftOut);
    }

    /** Returns the number of tests left out so far; one with several invocations may count once. */
    long count() {
        return leftOut.get();
    }

    /** Answers {@code TRUE} if what the event is about is left out, or with what is to run in place of it. */
    Object on(int event, Object self, Object first) {
        switch (event) {
            case Event.SELECT_TREE:
                pruneTree(self);
                return null;
            case Event.SELECT_CLASSES:
                return withoutLeftOut(first);
            case Event.SELECT_RUNNER:
                return answer(leavesOutAll(RUNNER_DESCRIPTION.of(self)));
            case Event.SELECT_CHILD:
                return answer(leavesOut(describe(self, first)));
            case Event.SELECT_CASE:
                return answer(counted(since.leavesOut(JUnit3Events.name(self).id, Core.TEST)));
            case Event.SELECT_METHODS:
                return testng.affected(first);
            default:
                return null;
        }
    }

    private static Object answer(boolean isLeftOut) {
        return isLeftOut ? Boolean.TRUE : null;
    }

    /** Removes the tests that are left out, and containers that are empty then. A suite that runs no test fails: it keeps all. */
    private void pruneTree(Object root) {
        String id = PlatformIds.of(root);
        for (String asked : ASKED) {
            if (id.startsWith(asked)) {
                return;
            }
        }
        List<Object> without = new ArrayList<>();
        int tests = collect(root, without);
        if (tests == without.size() && id.startsWith(SUITE)) {
            return;
        }
        for (Object descriptor : without) {
            String ofClass = CLASS_NAME.string(PlatformEvents.value(SOURCE.of(descriptor)));
            if (ofClass != null) {
                synchronized (classesLeftOut) {
                    classesLeftOut.add(ofClass);
                }
            }
            remove(descriptor, root);
        }
        leftOut.addAndGet(without.size());
    }

    /** Returns the classes of a list of Kotlin's that were not left out of the tree; null if all run. */
    private Object withoutLeftOut(Object classes) {
        if (!(classes instanceof List)) {
            return null;
        }
        List<Object> run = new ArrayList<>();
        synchronized (classesLeftOut) {
            for (Object one : (List<?>) classes) {
                Object type = KOTLIN_CLASS.of(one);
                if (!(type instanceof Class) || !classesLeftOut.contains(((Class<?>) type).getName())) {
                    run.add(one);
                }
            }
        }
        return run.size() == ((List<?>) classes).size() ? null : run;
    }

    /** Adds the nodes without children that are left out, and returns the number of all of them. */
    private int collect(Object descriptor, List<Object> without) {
        List<Object> children = children(descriptor);
        int tests = 0;
        for (Object child : children) {
            tests += collect(child, without);
        }
        if (!children.isEmpty()) {
            return tests;
        }
        if (leavesOutNode(descriptor)) {
            without.add(descriptor);
        }
        return 1;
    }

    /** Whether a node without children is left out: a test, or what makes tests when it runs. */
    private boolean leavesOutNode(Object descriptor) {
        boolean makesTests = Boolean.TRUE.equals(MAY_REGISTER.of(descriptor));
        return since.leavesOut(PlatformIds.of(descriptor), makesTests ? Core.BELOW : Core.TEST);
    }

    private static void remove(Object descriptor, Object root) {
        Object removed = descriptor;
        while (removed != null && removed != root) {
            Object parent = PlatformEvents.value(PlatformEvents.PARENT.of(removed));
            REMOVE.of(removed);
            removed = children(parent).isEmpty() ? parent : null;
        }
    }

    private static List<Object> children(Object descriptor) {
        Object children = CHILDREN.of(descriptor);
        return children instanceof Collection ? new ArrayList<>((Collection<?>) children) : new ArrayList<>();
    }

    /** Whether all tests of a class or suite of JUnit 4 are left out, of which there is at least one. */
    private boolean leavesOutAll(Object description) {
        names.read(description);
        List<Object> tests = new ArrayList<>();
        addTests(description, tests);
        for (Object test : tests) {
            if (!since.leavesOut(names.of(test).id, Core.TEST)) {
                return false;
            }
        }
        leftOut.addAndGet(tests.size());
        return !tests.isEmpty();
    }

    private static void addTests(Object description, List<Object> tests) {
        Object parts = PARTS.of(description);
        if (!(parts instanceof List)) {
            return;
        }
        for (Object part : (List<?>) parts) {
            Object below = PARTS.of(part);
            if (below instanceof List && !((List<?>) below).isEmpty()) {
                addTests(part, tests);
            } else {
                tests.add(part);
            }
        }
    }

    private boolean leavesOut(Object description) {
        return description != null && counted(since.leavesOut(names.of(description).id, Core.TEST));
    }

    private boolean counted(boolean isLeftOut) {
        if (isLeftOut) {
            leftOut.incrementAndGet();
        }
        return isLeftOut;
    }

    /** Returns the description of a runner's child; null if it cannot be had, and the child runs. */
    private static Object describe(Object runner, Object child) {
        for (Class<?> type = runner.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                Class<?>[] parameters = method.getParameterTypes();
                boolean describes = method.getName().equals("describeChild") && parameters.length == 1;
                if (describes && !method.isBridge() && parameters[0].isInstance(child)) {
                    return described(method, runner, child);
                }
            }
        }
        return null;
    }

    private static Object described(Method method, Object runner, Object child) {
        try {
            method.setAccessible(true);
            return method.invoke(runner, child);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
