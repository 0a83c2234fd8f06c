package io.faultline.listeners;

import io.faultline.bridge.Core;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the tests most likely to fail first, as the core says; equals keep their order.
 *
 * <p>Classes change their places in Surefire's lists, in JUnit 4 and in the platform's engines for it and for Jupiter;
 * methods in classes of both in which no person has fixed their order. An order that Jupiter or Surefire is configured with
 * stays, and so does that of a runner which is none of JUnit's own.
 * Threads: any.
 */
final class Order {
    private static final String JUPITER = "[engine:junit-jupiter]";
    private static final String VINTAGE = "[engine:junit-vintage]";

    /** Surefire's default: the order in which it finds classes. */
    private static final String FILESYSTEM = "filesystem";

    private static final Getter RUN_ORDER = new Getter("org.apache.maven.surefire.api.util.RunOrder", "name");
    private static final Getter OLD_RUN_ORDER = new Getter("org.apache.maven.surefire.util.RunOrder", "name");
    private static final String ENGINE = "org.junit.platform.engine.";
    private static final String REQUEST = ENGINE + "ExecutionRequest";
    private static final String CLASS_ORDER = "junit.jupiter.testclass.order.default";

    /** With an instance for all tests of a class these may share state. */
    private static final String[] METHOD_ORDERS = {
        "junit.jupiter.testmethod.order.default", "junit.jupiter.testinstance.lifecycle.default"
    };

    private static final Getter ROOT = new Getter(REQUEST, "getRootTestDescriptor");
    private static final Getter CONFIGURATION = new Getter(REQUEST, "getConfigurationParameters");
    private static final Caller PARAMETER = new Caller(ENGINE + "ConfigurationParameters", "get");
    private static final Getter CHILDREN = new Getter(PlatformEvents.DESCRIPTOR, "getChildren");
    private static final Getter MAY_REGISTER = new Getter(PlatformEvents.DESCRIPTOR, "mayRegisterTests");
    private static final Getter SOURCE = new Getter(PlatformEvents.DESCRIPTOR, "getSource");
    private static final Getter CLASS = new Getter(ENGINE + "support.descriptor.ClassSource", "getJavaClass");
    private static final Caller REMOVE = new Caller(PlatformEvents.DESCRIPTOR, "removeChild");
    private static final Caller ADD = new Caller(PlatformEvents.DESCRIPTOR, "addChild");

    private static final String PARENT_RUNNER = "org.junit.runners.ParentRunner";
    private static final String SORTER = "org.junit.runner.manipulation.Sorter";
    private static final Getter DESCRIPTION = new Getter("org.junit.runner.Runner", "getDescription");
    private static final Getter PARTS = new Getter("org.junit.runner.Description", "getChildren");
    private static final Getter TEST_CLASS = new Getter("org.junit.runner.Description", "getTestClass");

    private final SincePassed since;
    private final JUnit4Names names = new JUnit4Names();

    Order(SincePassed since) {
        this.since = since;
    }

    /** Orders what is about to run. Errors: another version of a framework; the tests run in their own order. */
    void on(int event, Object subject, Object other) throws ReflectiveOperationException {
        switch (event) {
            case Event.ORDER_TREE:
                orderTree(subject);
                break;
            case Event.SELECT_RUNNER:
                orderRunner(subject);
                break;
            case Event.ORDER_CLASSES:
                if (FILESYSTEM.equals(RUN_ORDER.of(other)) || FILESYSTEM.equals(OLD_RUN_ORDER.of(other))) {
                    orderClasses(subject);
                }
                break;
            default:
                break;
        }
    }

    /** Orders a build tool's list of classes. */
    private void orderClasses(Object list) {
        if (!(list instanceof List)) {
            return;
        }
        @SuppressWarnings("unchecked")
        List<Object> classes = (List<Object>) list;
        Map<Object, Double> known = new IdentityHashMap<>();
        for (Object one : classes) {
            known.put(one, one instanceof Class ? since.urgency(((Class<?>) one).getName(), Core.CLASS) : 0.0);
        }
        Collections.sort(classes, mostUrgentFirst(known));
    }

    private static Comparator<Object> mostUrgentFirst(final Map<Object, Double> urgencies) {
        return new Comparator<Object>() {
            @Override
            public int compare(Object one, Object other) {
                return Double.compare(urgencies.get(other), urgencies.get(one));
            }
        };
    }

    private void orderTree(Object request) throws ReflectiveOperationException {
        Object root = ROOT.of(request);
        String id = PlatformIds.of(root);
        boolean isJupiter = id.startsWith(JUPITER);
        if (!isJupiter && !id.startsWith(VINTAGE)) {
            return;
        }
        Object configuration = CONFIGURATION.of(request);
        if (!isJupiter || !isConfigured(configuration, CLASS_ORDER)) {
            orderChildren(root);
        }
        if (isJupiter && !isConfigured(configuration, METHOD_ORDERS)) {
            for (Object child : children(root)) {
                orderBelow(child);
            }
        }
    }

    private static boolean isConfigured(Object configuration, String... keys) throws ReflectiveOperationException {
        for (String key : keys) {
            if (PlatformEvents.value(PARAMETER.call(configuration, key)) != null) {
                return true;
            }
        }
        return false;
    }

    private void orderBelow(Object container) throws ReflectiveOperationException {
        Object type = CLASS.of(PlatformEvents.value(SOURCE.of(container)));
        if (type instanceof Class && !FixedOrder.of((Class<?>) type)) {
            orderChildren(container);
            for (Object child : children(container)) {
                orderBelow(child);
            }
        }
    }

    private void orderChildren(Object parent) throws ReflectiveOperationException {
        List<Object> children = children(parent);
        Map<Object, Double> known = new IdentityHashMap<>();
        for (Object child : children) {
            known.put(child, ofDescriptor(child));
        }
        List<Object> ordered = new ArrayList<>(children);
        Collections.sort(ordered, mostUrgentFirst(known));
        if (ordered.equals(children)) {
            return;
        }
        for (Object child : ordered) {
            REMOVE.call(parent, child);
            ADD.call(parent, child);
        }
    }

    private double ofDescriptor(Object descriptor) {
        List<Object> children = children(descriptor);
        if (children.isEmpty()) {
            boolean makesTests = Boolean.TRUE.equals(MAY_REGISTER.of(descriptor));
            return since.urgency(PlatformIds.of(descriptor), makesTests ? Core.BELOW : Core.TEST);
        }
        double most = 0;
        for (Object child : children) {
            most = Math.max(most, ofDescriptor(child));
        }
        return most;
    }

    private static List<Object> children(Object descriptor) {
        Object children = CHILDREN.of(descriptor);
        return children instanceof Collection ? new ArrayList<>((Collection<?>) children) : new ArrayList<>();
    }

    /** Lets a class or suite of JUnit 4 sort itself and what is below it. */
    private void orderRunner(Object runner) throws ReflectiveOperationException {
        Class<?> type = Getter.supertype(runner.getClass(), PARENT_RUNNER);
        Object description = DESCRIPTION.of(runner);
        if (type == null || !FixedOrder.isKnown(runner.getClass()) || isFixed(description)) {
            return;
        }
        names.read(description);
        // By equality: a runner may describe itself anew each time.
        final Map<Object, Double> urgencies = new HashMap<>();
        final Set<Object> fixed = new HashSet<>();
        read(description, urgencies, fixed);
        Class<?> sorter = Class.forName(SORTER, false, type.getClassLoader());
        Object byUrgency = sorter.getConstructor(Comparator.class).newInstance(new Comparator<Object>() {
            @Override
            public int compare(Object one, Object other) {
                boolean keeps = fixed.contains(one) && fixed.contains(other);
                return keeps ? 0 : Double.compare(urgencies.getOrDefault(other, 0.0), urgencies.getOrDefault(one, 0.0));
            }
        });
        sorter.getMethod("apply", Object.class).invoke(byUrgency, runner);
    }

    /** Adds the urgencies of a description and of all below it, and those that keep their place among their siblings. */
    private double read(Object description, Map<Object, Double> urgencies, Set<Object> fixed) {
        Object parts = PARTS.of(description);
        boolean isTest = !(parts instanceof List) || ((List<?>) parts).isEmpty();
        double most = isTest ? since.urgency(names.of(description).id, Core.TEST) : 0;
        for (Object part : isTest ? Collections.emptyList() : (List<?>) parts) {
            most = Math.max(most, read(part, urgencies, fixed));
        }
        if (isFixed(description)) {
            fixed.addAll(isTest ? Collections.singletonList(description) : (List<?>) parts);
        }
        urgencies.put(description, most);
        return most;
    }

    /** Whether the order of the tests of a description's class is fixed. */
    private static boolean isFixed(Object description) {
        Object type = TEST_CLASS.of(description);
        return type instanceof Class && FixedOrder.of((Class<?>) type);
    }
}
