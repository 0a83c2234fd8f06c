package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import junit.framework.Test;

/** Calls the static {@code suite} methods of JUnit 3 classes. */
public final class JUnit3Suites {
    private JUnit3Suites() {}

    /**
     * The classes in which JUnit may find a test of this class: itself, and the classes around it, the inner ones first. An
     * inner class has no constructor that JUnit 3 could call, so its tests are in the suite of an outer class.
     */
    public static List<Class<?>> around(Class<?> testClass) {
        List<Class<?>> classes = new ArrayList<>();
        try {
            for (Class<?> next = testClass; next != null; next = next.getEnclosingClass()) {
                if (next == testClass || methodOf(next) != null) {
                    classes.add(next);
                }
            }
        } catch (LinkageError unknown) {
            // A class around it is missing or says otherwise: then JUnit has no suite of it.
        }
        return classes;
    }

    /**
     * The result of the class's {@code suite} method; null if it has none. Errors: {@link IllegalStateException} with a
     * message if the method throws.
     */
    public static Test of(Class<?> testClass) throws IllegalAccessException {
        Method suite = methodOf(testClass);
        if (suite == null) {
            return null;
        }
        try {
            return (Test) suite.invoke(null);
        } catch (InvocationTargetException thrown) {
            throw new IllegalStateException("its method `suite` threw " + thrown.getCause(), thrown.getCause());
        }
    }

    private static Method methodOf(Class<?> testClass) {
        try {
            Method suite = testClass.getMethod("suite");
            boolean isSuite =
                    Modifier.isStatic(suite.getModifiers()) && Test.class.isAssignableFrom(suite.getReturnType());
            return isSuite ? suite : null;
        } catch (NoSuchMethodException none) {
            return null;
        }
    }
}
