package io.faultline.mutants.driver;

import java.util.Collection;

/**
 * Kotest 5 looks through the whole class path for configurations and extensions, twice in each run of the launcher, which takes
 * longer than most tests. Here it is looked through once; where there is nothing to find, Kotest is told not to look again. Where
 * there is something, or Kotest is of another kind, everything stays as it is.
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
                // Kotest looks by itself, as ever.
            }
        }
    }

    private static void look(ClassLoader loader) throws ReflectiveOperationException {
        Object graph = loader.loadClass("io.kotest.engine.config.ClassgraphKt").getMethod("classgraph").invoke(null);
        Object found = graph.getClass().getMethod("scan").invoke(graph);
        try {
            turnOff("config.disable", found, "getSubclasses", "io.kotest.core.config.AbstractProjectConfig");
            turnOff("autoscan.disable", found, "getClassesWithAnnotation", "io.kotest.core.annotation.AutoScan");
        } finally {
            found.getClass().getMethod("close").invoke(found);
        }
    }

    private static void turnOff(String property, Object found, String query, String name) throws ReflectiveOperationException {
        Collection<?> classes = (Collection<?>) found.getClass().getMethod(query, String.class).invoke(found, name);
        if (classes.isEmpty() && System.getProperty(OFF + property) == null) {
            System.setProperty(OFF + property, "true");
        }
    }
}
