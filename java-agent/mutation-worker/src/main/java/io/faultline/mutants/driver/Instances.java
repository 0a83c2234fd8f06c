package io.faultline.mutants.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import junit.framework.TestCase;

/**
 * Supplies a JUnit 3 test instance for each run, so that no run sees the fields of an earlier one.
 *
 * <p>A new instance is constructed as {@code TestSuite} does. If that would yield a different test, for example one to
 * which a {@code suite} method gave parameters, the original instance is reused with its fields restored.
 */
final class Instances {
    private final TestCase met;
    private final Constructor<?> constructor;
    private final FieldValues before;

    Instances(TestCase met) {
        this.met = met;
        before = FieldValues.of(met, TestCase.class);
        Constructor<?> found = constructor(met.getClass());
        constructor = found != null && before.looksLike(made(found)) ? found : null;
    }

    TestCase next() {
        TestCase fresh = constructor == null ? null : made(constructor);
        if (fresh != null) {
            return fresh;
        }
        before.putBack();
        return met;
    }

    private TestCase made(Constructor<?> by) {
        try {
            TestCase made = (TestCase) (by.getParameterCount() == 0 ? by.newInstance() : by.newInstance(met.getName()));
            made.setName(met.getName());
            return made;
        } catch (ReflectiveOperationException | RuntimeException refused) {
            return null;
        }
    }

    /** The constructor that JUnit would use: with a name, or without parameters. */
    private static Constructor<?> constructor(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers()) || type.isAnonymousClass()) {
            return null;
        }
        try {
            return type.getConstructor(String.class);
        } catch (NoSuchMethodException none) {
            try {
                return type.getConstructor();
            } catch (NoSuchMethodException neither) {
                return null;
            }
        }
    }
}
