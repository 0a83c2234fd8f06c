package io.faultline.agent;

import io.faultline.bridge.Core;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/**
 * Classes in scope that the application's loader loaded before the agent started, because an earlier agent uses them.
 */
final class LoadedBefore {
    private static final String REASON = "loaded before the agent";

    private LoadedBefore() {}

    /**
     * Instruments these classes by retransformation; failures are recorded as refused. What they ran before is lost.
     *
     * <p>Cost: a look at each class requested from this loader, about ten at the start of a JVM. (All loaded classes
     * are ten times as many, and listing them violates a JNI rule inside the JDK, which {@code -Xcheck:jni} reports.)
     */
    static void instrument(Instrumentation instrumentation, Scope scope) {
        ClassLoader application = ClassLoader.getSystemClassLoader();
        for (Class<?> loaded : instrumentation.getInitiatedClasses(application)) {
            if (loaded.getClassLoader() != application || loaded.isArray()) {
                continue;
            }
            String name = loaded.getName();
            if (name.indexOf('/') < 0 && scope.contains(name, scope.locationOf(loaded.getProtectionDomain()))) {
                try {
                    instrumentation.retransformClasses(loaded);
                } catch (UnmodifiableClassException | LinkageError | RuntimeException refused) {
                    Core.refuse(name, REASON);
                }
            }
        }
    }
}
