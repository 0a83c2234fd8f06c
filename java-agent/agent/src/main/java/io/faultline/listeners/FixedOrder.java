package io.faultline.listeners;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Whether a person has fixed the order of the tests in a class: by an annotation, or by one instance for all of them. */
final class FixedOrder {
    private static final Set<String> ANNOTATIONS = new HashSet<>(Arrays.asList(
            "org.junit.FixMethodOrder",
            "org.junit.runners.Suite$SuiteClasses",
            "org.junit.jupiter.api.TestMethodOrder",
            "org.junit.jupiter.api.TestClassOrder",
            "org.junit.jupiter.api.TestInstance"));

    private FixedOrder() {}

    static boolean of(Class<?> type) {
        Collection<Class<?>> seen = new HashSet<>();
        for (Class<?> one = type; one != null; one = one.getEnclosingClass()) {
            if (isFixed(one.getAnnotations(), seen)) {
                return true;
            }
        }
        return false;
    }

    /** Also by annotations of annotations. */
    private static boolean isFixed(Annotation[] annotations, Collection<Class<?>> seen) {
        for (Annotation annotation : annotations) {
            Class<?> type = annotation.annotationType();
            if (ANNOTATIONS.contains(type.getName()) || (seen.add(type) && isFixed(type.getAnnotations(), seen))) {
                return true;
            }
        }
        return false;
    }
}
