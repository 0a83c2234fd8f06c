package io.faultline.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Retransforms loaded classes in batches. */
final class Retransformation {
    private Retransformation() {}

    /**
     * Retransforms all classes at once, because each call pauses the JVM. If a batch is refused, its halves are tried,
     * so that the other classes succeed.
     *
     * @return the refused classes, which stay unchanged
     */
    static List<Class<?>> of(Instrumentation instrumentation, List<Class<?>> classes) {
        if (classes.isEmpty()) {
            return Collections.emptyList();
        }
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
            return Collections.emptyList();
        } catch (UnmodifiableClassException | LinkageError | RuntimeException | InternalError e) {
            if (classes.size() == 1) {
                return classes;
            }
            int half = classes.size() / 2;
            List<Class<?>> refused = new ArrayList<>(of(instrumentation, classes.subList(0, half)));
            refused.addAll(of(instrumentation, classes.subList(half, classes.size())));
            return refused;
        }
    }
}
