package io.faultline.listeners;

import io.faultline.bridge.Core;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leaves out methods of TestNG for which nothing has changed, with all their invocations. What a method that runs depends
 * on runs as well; where that cannot be told, all methods run. Threads: any.
 */
final class TestNgSelection {
    private static final String METHOD = "org.testng.ITestNGMethod";
    private static final Getter NAME = new Getter(METHOD, "getMethodName");
    private static final Getter CLASS = new Getter(METHOD, "getTestClass");
    private static final Getter CLASS_NAME = new Getter("org.testng.IClass", "getName");
    private static final Getter REAL_CLASS = new Getter("org.testng.IClass", "getRealClass");
    private static final Getter METHODS_DEPENDED_UPON = new Getter(METHOD, "getMethodsDependedUpon");
    private static final Getter GROUPS_DEPENDED_UPON = new Getter(METHOD, "getGroupsDependedUpon");

    private final SincePassed since;
    private final AtomicLong leftOut;

    /** Names of the methods that were left out: TestNG may ask for them twice. Guarded by itself. */
    private final Set<String> counted = new HashSet<>();

    /** {@code leftOut} counts the methods that are. */
    TestNgSelection(SincePassed since, AtomicLong leftOut) {
        this.since = since;
        this.leftOut = leftOut;
    }

    /** Returns the methods that run, in an array of the same type and in the same order; null if all do. */
    Object affected(Object methods) {
        if (!(methods instanceof Object[])) {
            return null;
        }
        Object[] all = (Object[]) methods;
        Set<Object> kept = kept(all);
        if (kept.size() == all.length) {
            return null;
        }
        List<Object> run = new ArrayList<>();
        for (Object method : all) {
            if (kept.contains(method)) {
                run.add(method);
            } else {
                count(name(method));
            }
        }
        return run.toArray((Object[]) Array.newInstance(all.getClass().getComponentType(), run.size()));
    }

    private Set<Object> kept(Object[] all) {
        Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
        Deque<Object> next = new ArrayDeque<>();
        for (Object method : all) {
            if (isFromFactory(method) || !since.leavesOut(name(method), Core.METHOD)) {
                next.add(method);
            }
        }
        while (!next.isEmpty()) {
            Object method = next.remove();
            if (kept.add(method) && !addDependedUpon(method, all, next)) {
                Collections.addAll(kept, all);
                return kept;
            }
        }
        return kept;
    }

    /** Adds what a method depends on; returns whether all of it is known. */
    private static boolean addDependedUpon(Object method, Object[] all, Deque<Object> next) {
        if (strings(GROUPS_DEPENDED_UPON.of(method)).length > 0) {
            return false;
        }
        for (Object dependedUpon : strings(METHODS_DEPENDED_UPON.of(method))) {
            boolean found = false;
            for (Object other : all) {
                if (name(other).equals(dependedUpon)) {
                    next.add(other);
                    found = true;
                }
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    /** Whether a factory gives the test's instance values, which are made by code that no test is charged with. */
    private static boolean isFromFactory(Object method) {
        Object type = REAL_CLASS.of(CLASS.of(method));
        if (!(type instanceof Class)) {
            return true;
        }
        for (Constructor<?> constructor : ((Class<?>) type).getDeclaredConstructors()) {
            if (constructor.getParameterTypes().length == 0) {
                return false;
            }
        }
        return true;
    }

    private static Object[] strings(Object value) {
        return value instanceof Object[] ? (Object[]) value : new Object[0];
    }

    private static String name(Object method) {
        return CLASS_NAME.string(CLASS.of(method)) + "." + NAME.string(method);
    }

    private void count(String name) {
        synchronized (counted) {
            if (counted.add(name)) {
                leftOut.incrementAndGet();
            }
        }
    }
}
