package io.faultline.agent;

import io.faultline.instrument.ClassDetails;
import io.faultline.runtime.WeakIdentityMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds classes of the project whose functions were inlined into other classes. A caller of an inlined function does
 * not need its class, which may never be loaded; its file is read instead.
 *
 * <p>Only asks loaders of the JDK and Surefire for files, because others may run arbitrary code. Threads: any. Errors:
 * none; an unreadable file counts as not part of the project.
 */
final class Inlined {
    private static final String SUREFIRE = "org.apache.maven.surefire.booter.IsolatedClassLoader";

    /** A class file and its location. */
    static final class Found {
        final Location location;
        final byte[] classFile;

        private Found(Location location, byte[] classFile) {
            this.location = location;
            this.classFile = classFile;
        }
    }

    private final Scope scope;

    /** Lines, ascending, of requested classes, by internal name; empty for classes outside the project. */
    private final WeakIdentityMap<ClassLoader, Map<String, int[]>> asked = new WeakIdentityMap<>();

    Inlined(Scope scope) {
        this.scope = scope;
    }

    /** Returns the lines that were {@link #put}, or null. */
    synchronized int[] get(ClassLoader loader, String internal) {
        Map<String, int[]> ofLoader = asked.get(loader);
        return ofLoader == null ? null : ofLoader.get(internal);
    }

    synchronized void put(ClassLoader loader, String internal, int[] lines) {
        Map<String, int[]> ofLoader = asked.get(loader);
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            asked.put(loader, ofLoader);
        }
        ofLoader.put(internal, lines);
    }

    /**
     * Finds the file of a class of the project, as visible to code of a loader; null if there is none. Cost: finds and
     * reads a file.
     */
    Found find(final ClassLoader loader, final String internal) {
        if (ClassDetails.isForeign(internal) || !mayBeAsked(loader)) {
            return null;
        }
        // Application code on the stack may lack the permission to read files.
        return AccessController.doPrivileged(new PrivilegedAction<Found>() {
            @Override
            public Found run() {
                try {
                    return read(loader, internal);
                } catch (IOException | RuntimeException absent) {
                    return null;
                }
            }
        });
    }

    private Found read(ClassLoader loader, String internal) throws IOException {
        URL url = loader.getResource(internal + ".class");
        if (url == null) {
            return null;
        }
        Location location = scope.locationAt(root(url, internal));
        if (!scope.contains(internal.replace('/', '.'), location)) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(8_192);
            byte[] part = new byte[8_192];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                bytes.write(part, 0, read);
            }
            return new Found(location, bytes.toByteArray());
        }
    }

    /** Returns the URL of the folder or archive of a class file; the URL may contain percent escapes. */
    private static String root(URL url, String internal) {
        String text = url.toExternalForm();
        int end = text.lastIndexOf('/');
        for (int at = internal.indexOf('/'); at >= 0 && end > 0; at = internal.indexOf('/', at + 1)) {
            end = text.lastIndexOf('/', end - 1);
        }
        return text.substring(0, end + 1);
    }

    private static boolean mayBeAsked(ClassLoader loader) {
        return loader == ClassLoader.getSystemClassLoader()
                || loader.getClass() == URLClassLoader.class
                || loader.getClass().getName().equals(SUREFIRE);
    }
}
