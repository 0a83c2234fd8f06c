package io.faultline.agent;

import io.faultline.bridge.Core;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/**
 * Classes in scope that the application's loader had before the agent came: an agent named earlier uses them.
 */
final class LoadedBefore {
    private static final String REASON = "loaded before the agent";

    private LoadedBefore() {}

    /**
     * Instruments them where they stand; those that cannot be are recorded as refused. What of them ran
     * before is lost.
     *
     * <p>Cost: a look at each class that this loader was asked for, some ten at the start of a JVM. (All loaded
     * classes are ten times as many, and asking for them breaks a rule of JNI in the JDK, of which
     * {@code -Xcheck:jni} warns.)
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
