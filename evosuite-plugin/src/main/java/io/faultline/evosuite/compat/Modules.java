package io.faultline.evosuite.compat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Opens JDK packages to EvoSuite, like {@code --add-opens}, without a command-line option.
 *
 * <p>Uses reflection, because the classes of this package must run on Java 8 too.
 */
public final class Modules {
    /**
     * Needed by XStream (collections, URLs, formats), by EvoSuite's calls of JDK members, for shutdown hooks, and for
     * class definition.
     */
    static final List<String> OF_JAVA_BASE = Collections.unmodifiableList(Arrays.asList(
            "java.io",
            "java.lang",
            "java.lang.reflect",
            "java.net",
            "java.text",
            "java.util",
            "java.util.concurrent",
            "sun.net.util"));

    static final List<String> OF_JAVA_DESKTOP =
            Collections.unmodifiableList(Arrays.asList("java.awt", "java.awt.font"));

    private Modules() {}

    /** Opens them to the class path. Errors: {@link IllegalStateException} if the JVM does not support that. */
    public static void open(Instrumentation instrumentation) {
        try {
            open(instrumentation, "java.lang.Object", OF_JAVA_BASE);
            open(instrumentation, "java.awt.RenderingHints", OF_JAVA_DESKTOP);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM does not open its packages to an agent", e);
        }
    }

    private static void open(Instrumentation instrumentation, String member, List<String> packages)
            throws ReflectiveOperationException {
        Object module;
        Method getModule = Class.class.getMethod("getModule");
        try {
            module = getModule.invoke(Class.forName(member, false, null));
        } catch (ClassNotFoundException e) {
            return; // a run-time image without the module
        }
        Object classPath = ClassLoader.class.getMethod("getUnnamedModule").invoke(ClassLoader.getSystemClassLoader());
        Map<String, Set<Object>> opens = new HashMap<>();
        for (String name : packages) {
            opens.put(name, Collections.singleton(classPath));
        }
        Class<?> type = getModule.getReturnType();
        Instrumentation.class
                .getMethod("redefineModule", type, Set.class, Map.class, Map.class, Set.class, Map.class)
                .invoke(
                        instrumentation,
                        module,
                        Collections.emptySet(),
                        Collections.emptyMap(),
                        opens,
                        Collections.emptySet(),
                        Collections.emptyMap());
    }
}
