package io.faultline.bridge;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * Loads a native library by path without a warning from the JVM.
 *
 * <p>From Java 24 on {@code System.load} is restricted: called from a class outside a module with native access granted
 * on the command line, it prints a warning of four lines, and a later release will refuse. {@code java.base} needs no
 * grant, so the internal method behind {@code System.load} is called there. For this, {@code java.lang} is opened to
 * this class's module, the unnamed module of the boot loader, which has no application classes. Source: JEP 472.
 */
final class Linker {
    private static final double RESTRICTED_SINCE = 24;

    private Linker() {}

    /**
     * Loads a library on behalf of {@link Core}.
     *
     * @param instrumentation null without an agent; the JVM may then print its warning
     */
    static void load(String path, Instrumentation instrumentation) {
        if (instrumentation == null || !isRestricted()) {
            System.load(path);
            return;
        }
        try {
            open(instrumentation);
            Method load = Runtime.class.getDeclaredMethod("load0", Class.class, String.class);
            load.setAccessible(true);
            load.invoke(Runtime.getRuntime(), Core.class, path);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof LinkageError) {
                throw (LinkageError) e.getCause();
            }
            System.load(path);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Other JVMs may lack the internal method: a warning is better than no library.
            System.load(path);
        }
    }

    private static boolean isRestricted() {
        try {
            return Double.parseDouble(System.getProperty("java.specification.version", "1.8")) >= RESTRICTED_SINCE;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * Calls {@code instrumentation.redefineModule(java.base, {}, {}, {java.lang: {ours}}, {}, {})}, which exists since
     * Java 9.
     */
    private static void open(Instrumentation instrumentation) throws ReflectiveOperationException {
        Method getModule = Class.class.getMethod("getModule");
        Object base = getModule.invoke(Object.class);
        Object ours = getModule.invoke(Linker.class);
        Method redefine = Instrumentation.class.getMethod(
                "redefineModule", base.getClass(), Set.class, Map.class, Map.class, Set.class, Map.class);
        redefine.invoke(
                instrumentation,
                base,
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.singletonMap("java.lang", Collections.singleton(ours)),
                Collections.emptySet(),
                Collections.emptyMap());
    }
}
