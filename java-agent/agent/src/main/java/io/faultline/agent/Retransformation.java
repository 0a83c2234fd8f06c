package io.faultline.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Passes loaded classes through the transformers anew, many at once. */
final class Retransformation {
    private Retransformation() {}

    /**
     * In one go, for each is a pause of the JVM; by halves when one of them is refused, so that the others are not.
     *
     * @return the refused ones, which stay as they are
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
