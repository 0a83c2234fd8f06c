package io.faultline.listeners;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a person has fixed the order of the tests in a class: by an annotation, by a runner that is none of JUnit's own,
 * or by one instance for all of them. Annotations also count on its supertypes, on the classes around it, and on other
 * annotations.
 */
final class FixedOrder {
    private static final Set<String> ANNOTATIONS = new HashSet<>(Arrays.asList(
            "org.junit.FixMethodOrder",
            "org.junit.runner.OrderWith",
            "org.junit.runners.Suite$SuiteClasses",
            "org.junit.jupiter.api.TestMethodOrder",
            "org.junit.jupiter.api.TestClassOrder",
            "org.junit.jupiter.api.TestInstance"));

    private static final String RUN_WITH = "org.junit.runner.RunWith";
    private static final String[] KNOWN_RUNNERS = {"org.junit.", "org.springframework.test.", "org.mockito.junit."};

    private final Set<Class<?>> seen = new HashSet<>();

    private FixedOrder() {}

    static boolean of(Class<?> type) {
        return new FixedOrder().isFixed(type);
    }

    /** Whether a runner orders its tests as JUnit does: sorting it does not break an order of its own. */
    static boolean isKnown(Class<?> runner) {
        for (String known : KNOWN_RUNNERS) {
            if (runner.getName().startsWith(known)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFixed(Class<?> type) {
        if (type == null || !seen.add(type)) {
            return false;
        }
        for (Annotation annotation : type.getDeclaredAnnotations()) {
            Class<?> kind = annotation.annotationType();
            boolean fixes = ANNOTATIONS.contains(kind.getName()) || hasOwnRunner(annotation, kind);
            if (fixes || isFixed(kind)) {
                return true;
            }
        }
        for (Class<?> implemented : type.getInterfaces()) {
            if (isFixed(implemented)) {
                return true;
            }
        }
        return isFixed(type.getSuperclass()) || isFixed(type.getEnclosingClass());
    }

    private static boolean hasOwnRunner(Annotation annotation, Class<?> kind) {
        if (!kind.getName().equals(RUN_WITH)) {
            return false;
        }
        try {
            return !isKnown((Class<?>) kind.getMethod("value").invoke(annotation));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return true;
        }
    }
}
