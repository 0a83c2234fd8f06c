package io.faultline.agent;

import io.faultline.instrument.ClassDetails;
import io.faultline.runtime.WeakIdentityMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds classes of the project whose functions were inlined into other classes. A caller of an inlined function does
 * not need its class, which may never be loaded; its file is read instead.
 *
 * <p>Threads: any. Errors: none; an unreadable file counts as not part of the project.
 */
final class Inlined {
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
        if (ClassDetails.isForeign(internal) || !ClassFiles.mayBeAsked(loader)) {
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
        Location location = scope.locationAt(ClassFiles.root(url, internal));
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
}
