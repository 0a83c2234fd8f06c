package io.faultline.mutants.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import junit.framework.TestCase;

/**
 * Instances of one JUnit 3 test, one for each run: what a run leaves in its fields is not there in the next.
 *
 * <p>A new one is made as {@code TestSuite} makes it. Where that would be another test than the one met, which a {@code suite}
 * method may have given parameters, the one met is used again with its fields as they were.
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

    /** The one that JUnit would take: with the name, or with nothing. */
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
