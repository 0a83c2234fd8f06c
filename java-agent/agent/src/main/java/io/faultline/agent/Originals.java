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
 * Keeps class files as they are before other agents change them. A class is identified by the file that the compiler
 * wrote, which readers of the recording can find; a file changed by JaCoCo exists nowhere.
 *
 * <p>Transformers that cannot retransform run before those that can. This one cannot, so it sees files before agents
 * that are listed after ours change them. A file is kept until {@link #take}, within the same definition. For an agent
 * listed before ours, the file is read again if it is in a folder. Threads: any.
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
            // The class is then identified by its changed file.
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

    /** Takes the original file of a class being defined; null if it was not seen. */
    synchronized byte[] take(ClassLoader loader, String name) {
        Map<String, byte[]> ofLoader = files.get(loader);
        return ofLoader == null ? null : ofLoader.remove(name);
    }

    /** Returns the original file of a class seen as {@code seen}, as far as known, or null. Cost: may read a file. */
    static byte[] file(byte[] seen, String name, Location location, byte[] defined) {
        boolean isChanged = seen != null && !Arrays.equals(seen, defined);
        if (isChanged || location.archive || location.path == null) {
            return seen;
        }
        return read(new File(location.path, name.replace('.', '/') + ".class"));
    }

    /** Reads a file even if application code on the stack lacks the permission; null if it cannot be read. */
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
