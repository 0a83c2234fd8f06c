package io.faultline.agent;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Finds class files by name.
 *
 * <p>Asks only loaders of the JDK and Surefire, because others may run arbitrary code. Threads: any.
 */
final class ClassFiles {
    private static final String SUREFIRE = "org.apache.maven.surefire.booter.IsolatedClassLoader";

    private ClassFiles() {}

    /**
     * Returns the file of the class that code of a loader, or else the application, would get by this internal name;
     * null if there is none. Cost: a search of the class path.
     */
    static URL near(ClassLoader loader, String internal) {
        ClassLoader asked = loader;
        while (asked != null && !mayBeAsked(asked)) {
            asked = asked.getParent();
        }
        return (asked == null ? ClassLoader.getSystemClassLoader() : asked).getResource(internal + ".class");
    }

    /** Returns the URL of the folder or archive of a class file; the URL may contain percent escapes. */
    static String root(URL url, String internal) {
        String text = url.toExternalForm();
        int end = text.lastIndexOf('/');
        for (int at = internal.indexOf('/'); at >= 0 && end > 0; at = internal.indexOf('/', at + 1)) {
            end = text.lastIndexOf('/', end - 1);
        }
        return text.substring(0, end + 1);
    }

    /** Whether a loader, which is not that of the JDK's own classes, runs no code of the application. */
    static boolean mayBeAsked(ClassLoader loader) {
        return loader != null
                && (loader == ClassLoader.getSystemClassLoader()
                        || loader.getClass() == URLClassLoader.class
                        || loader.getClass().getName().equals(SUREFIRE));
    }
}
