package io.faultline.runtime;

import java.io.File;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The loaders of test classes that are not the JVM's own: a program made them at run time, so the class path does not
 * say where they find classes. JUnit's console launcher makes one for {@code --class-path}, Surefire one in Maven's JVM,
 * Ant one for tests in its own JVM.
 *
 * <p>Threads: any; no application code runs under the lock. Errors: none; a loader that fails or does not say its
 * places has none. Cost: an entry per class of such loaders; a look-up per test.
 */
public final class MadeLoaders {
    /** Receives what is to be written about a test class. */
    interface Sink {
        /**
         * Called once for each test class of such a loader.
         *
         * @param kind class of the loader, and {@code places} that it searches: with its first class, otherwise null
         */
        void loaded(String testClass, int loader, String kind, String[] places);
    }

    /** Ant's loader, which is no {@link URLClassLoader}, and its method that returns a class path. */
    private static final String ANT = "org.apache.tools.ant.AntClassLoader";

    private static final String ANT_PATH = "getClasspath";

    private final ClassLoader own = ClassLoader.getSystemClassLoader();

    /** Who defined a class last, by the class's name. */
    private final Map<String, Loader> loaders = new HashMap<>();

    private final WeakIdentityMap<ClassLoader, Loader> known = new WeakIdentityMap<>();
    private final Set<String> told = new HashSet<>();
    private int count;

    /** A loader, which may be unloaded. */
    private static final class Loader {
        final int number;
        final WeakReference<ClassLoader> loader;
        boolean told;

        Loader(int number, ClassLoader loader) {
            this.number = number;
            this.loader = new WeakReference<>(loader);
        }
    }

    /** Notes who defines a class; called for every class of an application's loader. */
    public void defines(ClassLoader loader, String name) {
        if (loader == null || loader == own) {
            return;
        }
        synchronized (loaders) {
            Loader of = known.get(loader);
            if (of == null) {
                of = new Loader(++count, loader);
                known.put(loader, of);
            }
            loaders.put(name, of);
        }
    }

    /** Tells the sink who loaded the class of a test that is about to run. */
    void tell(String testClass, Sink sink) {
        Loader of;
        boolean first;
        synchronized (loaders) {
            of = loaders.get(testClass);
            if (of == null || !told.add(of.number + " " + testClass)) {
                return;
            }
            first = !of.told;
            of.told = true;
        }
        ClassLoader loader = first ? of.loader.get() : null;
        if (loader == null) {
            sink.loaded(testClass, of.number, null, null);
        } else {
            sink.loaded(testClass, of.number, loader.getClass().getName(), places(loader));
        }
    }

    /** Returns the places of a loader and of those above it, up to the JVM's own. */
    private String[] places(final ClassLoader loader) {
        // This thread of the application may lack the permission to see loaders.
        return AccessController.doPrivileged(new PrivilegedAction<String[]>() {
            @Override
            public String[] run() {
                Set<String> places = new LinkedHashSet<>();
                for (ClassLoader at = loader; at != null && at != own; at = at.getParent()) {
                    addPlaces(places, at);
                }
                return places.toArray(new String[0]);
            }
        });
    }

    private static void addPlaces(Set<String> places, ClassLoader loader) {
        try {
            if (loader instanceof URLClassLoader) {
                URL[] urls = ((URLClassLoader) loader).getURLs();
                for (URL url : urls == null ? new URL[0] : urls) {
                    add(places, url);
                }
            } else if (isOfAnt(loader.getClass())) {
                Method path = loader.getClass().getMethod(ANT_PATH);
                for (String place : ((String) path.invoke(loader)).split(File.pathSeparator)) {
                    if (!place.isEmpty()) {
                        places.add(place);
                    }
                }
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable unknown) {
            // It has no places then.
        }
    }

    private static void add(Set<String> places, URL url) {
        if (url == null || !"file".equals(url.getProtocol())) {
            return;
        }
        String path;
        try {
            path = new File(url.toURI()).getPath();
        } catch (URISyntaxException | IllegalArgumentException unescaped) {
            path = new File(url.getPath()).getPath();
        }
        places.add(path);
    }

    private static boolean isOfAnt(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().equals(ANT)) {
                return true;
            }
        }
        return false;
    }
}
