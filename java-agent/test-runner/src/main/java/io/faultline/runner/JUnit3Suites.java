package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import junit.framework.Test;

/** What classes of JUnit 3 say themselves of their tests. */
public final class JUnit3Suites {
    private JUnit3Suites() {}

    /**
     * What the class's method {@code suite} gives; null where it has none. Errors: {@link IllegalStateException} with a sentence where
     * it throws.
     */
    public static Test of(Class<?> testClass) throws IllegalAccessException {
        Method suite;
        try {
            suite = testClass.getMethod("suite");
        } catch (NoSuchMethodException none) {
            return null;
        }
        if (!Modifier.isStatic(suite.getModifiers()) || !Test.class.isAssignableFrom(suite.getReturnType())) {
            return null;
        }
        try {
            return (Test) suite.invoke(null);
        } catch (InvocationTargetException thrown) {
            throw new IllegalStateException("its method `suite` threw " + thrown.getCause(), thrown.getCause());
        }
    }
}
