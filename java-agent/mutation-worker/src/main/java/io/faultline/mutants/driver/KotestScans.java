package io.faultline.mutants.driver;

import java.util.Collection;

/**
 * Prevents repeated class path scans of Kotest 5. Kotest scans the whole class path for configurations and extensions
 * twice in each launcher run, which takes longer than most tests. This class scans once; if nothing is found, it
 * disables Kotest's scans. If something is found, or another Kotest is present, nothing changes.
 */
final class KotestScans {
    private static final String OFF = "kotest.framework.classpath.scanning.";

    private static boolean asked;

    private KotestScans() {}

    static synchronized void ask() {
        if (!asked) {
            asked = true;
            try {
                look(Thread.currentThread().getContextClassLoader());
            } catch (ReflectiveOperationException | LinkageError | RuntimeException other) {
                // Kotest scans as usual.
            }
        }
    }

    private static void look(ClassLoader loader) throws ReflectiveOperationException {
        Object graph = loader.loadClass("io.kotest.engine.config.ClassgraphKt")
                .getMethod("classgraph")
                .invoke(null);
        Object found = graph.getClass().getMethod("scan").invoke(graph);
        try {
            turnOff("config.disable", found, "getSubclasses", "io.kotest.core.config.AbstractProjectConfig");
            turnOff("autoscan.disable", found, "getClassesWithAnnotation", "io.kotest.core.annotation.AutoScan");
        } finally {
            found.getClass().getMethod("close").invoke(found);
        }
    }

    private static void turnOff(String property, Object found, String query, String name)
            throws ReflectiveOperationException {
        Collection<?> classes =
                (Collection<?>) found.getClass().getMethod(query, String.class).invoke(found, name);
        if (classes.isEmpty() && System.getProperty(OFF + property) == null) {
            System.setProperty(OFF + property, "true");
        }
    }
}
