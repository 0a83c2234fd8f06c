package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import junit.framework.Test;

/** Calls the static {@code suite} methods of JUnit 3 classes. */
public final class JUnit3Suites {
    private JUnit3Suites() {}

    /**
     * The result of the class's {@code suite} method; null if it has none. Errors: {@link IllegalStateException} with a
     * message if the method throws.
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
