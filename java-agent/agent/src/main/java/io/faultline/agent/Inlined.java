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
 * Classes of the project whose functions are inlined into others. What calls such a function does not need its class, so
 * it may never be loaded; then its file is read.
 *
 * <p>Only loaders of the JDK are asked for files, and Surefire's: others may do anything. Threads: any. Errors: none
 * leaves; a file that cannot be read is none of the project's.
 */
final class Inlined {
    private static final String SUREFIRE = "org.apache.maven.surefire.booter.IsolatedClassLoader";

    /** A class file and where it lies. */
    static final class Found {
        final Location location;
        final byte[] classFile;

        private Found(Location location, byte[] classFile) {
            this.location = location;
            this.classFile = classFile;
        }
    }

    private final Scope scope;

    /** Lines, ascending, of the classes that were asked for, by internal name; none of those that are not the project's. */
    private final WeakIdentityMap<ClassLoader, Map<String, int[]>> asked = new WeakIdentityMap<>();

    Inlined(Scope scope) {
        this.scope = scope;
    }

    /** What was {@link #put}, or null. */
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

    /** The file of a class of the project, as code of that loader sees it; null where it is none. Cost: looks for a file and reads it. */
    Found find(final ClassLoader loader, final String internal) {
        if (ClassDetails.isForeign(internal) || !mayBeAsked(loader)) {
            return null;
        }
        // A class of the application's may be on the stack that may read nothing.
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

    /** The URL of the folder or archive that a class's file is in; the file's part may be written with escapes. */
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
