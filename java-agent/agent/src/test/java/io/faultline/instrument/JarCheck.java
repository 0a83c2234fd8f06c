package io.faultline.instrument;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Instruments and links each class of a jar, with and without probes.
 *
 * <p>Each jar has a loader that also finds the classes of the other jars, so that most classes that
 * the verifier needs are available. The JVM verifies all classes of such a loader.
 */
final class JarCheck {
    private final Map<String, byte[]> everywhere = new HashMap<>();
    private final List<Path> jars;
    private final Probes probes;

    /** {@code lend}: whether the jars can use each other's classes; keeps all classes in memory. */
    JarCheck(List<Path> jars, boolean lend, Probes probes) throws IOException {
        this.jars = jars;
        this.probes = probes;
        if (lend) {
            for (Path jar : jars) {
                Archives.classesOf(jar)
                        .forEach((path, bytes) -> everywhere.putIfAbsent(Archives.binaryName(path), bytes));
            }
        }
    }

    Tally run() throws IOException {
        Tally all = new Tally();
        for (Path jar : jars) {
            all.add(check(jar));
        }
        return all;
    }

    Tally check(Path jar) throws IOException {
        Tally tally = new Tally();
        Map<String, byte[]> own = new HashMap<>();
        Map<String, byte[]> probed = new HashMap<>();
        for (Map.Entry<String, byte[]> entry : Archives.classesOf(jar).entrySet()) {
            byte[] bytes = tally.instrument(entry.getValue(), BootClasses.CHUNK, probes);
            String name = Archives.binaryName(entry.getKey());
            own.put(name, entry.getValue());
            if (bytes != null) {
                probed.put(name, bytes);
            }
        }
        link(own, probed, tally);
        return tally;
    }

    private void link(Map<String, byte[]> own, Map<String, byte[]> probed, Tally tally) {
        Loader original = new Loader(own, Map.of(), everywhere);
        Loader instrumented = new Loader(own, probed, everywhere);
        for (String name : probed.keySet()) {
            String before = Linking.failure(original, name);
            String after = Linking.failure(instrumented, name);
            if (Linking.isNew(before, after)) {
                tally.broken.add(name + ": " + after + " (before: " + before + ")");
            } else if (after == null) {
                tally.linked++;
            } else {
                tally.unlinkable++;
            }
        }
    }

    /** Looks up classes in the jar, then the JDK, then the other jars (without probes). */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> own;
        private final Map<String, byte[]> probed;
        private final Map<String, byte[]> others;

        Loader(Map<String, byte[]> own, Map<String, byte[]> probed, Map<String, byte[]> others) {
            super(ClassLoader.getPlatformClassLoader());
            this.own = own;
            this.probed = probed;
            this.others = others;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = probed.getOrDefault(name, own.getOrDefault(name, others.get(name)));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
