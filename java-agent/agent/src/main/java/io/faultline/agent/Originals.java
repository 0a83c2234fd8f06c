package io.faultline.agent;

import io.faultline.runtime.WeakIdentityMap;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Class files as other agents have not changed them yet. A class is known by the file that the compiler wrote: who looks for it
 * there later would not find one that JaCoCo has changed.
 *
 * <p>Whoever cannot change a class again is asked before those who can. This one cannot, so it sees what agents that the
 * JVM was started with behind ours have not seen; a file is kept until {@link #take}, which follows within the same
 * definition. Where one stood before ours, the file is read again if it lies in a folder. Threads: any.
 */
final class Originals implements ClassFileTransformer {
    private final Scope scope;
    private final WeakIdentityMap<ClassLoader, Map<String, byte[]>> files = new WeakIdentityMap<>();

    Originals(Scope scope) {
        this.scope = scope;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        try {
            if (loader != null && className != null && redefined == null) {
                String name = className.replace('/', '.');
                if (scope.contains(name, scope.locationOf(domain))) {
                    keep(loader, name, classFile);
                }
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // The class is known by what it was changed to.
        }
        return null;
    }

    private synchronized void keep(ClassLoader loader, String name, byte[] classFile) {
        Map<String, byte[]> ofLoader = files.get(loader);
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            files.put(loader, ofLoader);
        }
        ofLoader.put(name, classFile);
    }

    /** What was seen of a class that is being defined, once; null where nothing was. */
    synchronized byte[] take(ClassLoader loader, String name) {
        Map<String, byte[]> ofLoader = files.get(loader);
        return ofLoader == null ? null : ofLoader.remove(name);
    }

    /** The file of a class of which that was {@code seen}, as well as it is known, or null. Cost: may read a file. */
    static byte[] file(byte[] seen, String name, Location location, byte[] defined) {
        boolean isChanged = seen != null && !Arrays.equals(seen, defined);
        if (isChanged || location.archive || location.path == null) {
            return seen;
        }
        return read(new File(location.path, name.replace('.', '/') + ".class"));
    }

    /** A class of the application's may be on the stack that may read nothing. Gives null where the file cannot be read. */
    private static byte[] read(File file) {
        return AccessController.doPrivileged(new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
                    byte[] bytes = new byte[(int) file.length()];
                    in.readFully(bytes);
                    return bytes;
                } catch (IOException absent) {
                    return null;
                }
            }
        });
    }
}
