package io.faultline.mutants.weave;

import io.faultline.instrument.Archives;
import io.faultline.instrument.Linking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Mutates and links each class of a jar, with and without mutants.
 *
 * <p>Each jar has a loader that also finds the classes of the other jars, so that most classes that the verifier needs
 * are available. The JVM verifies all classes of such a loader.
 */
final class LinkCheck {
    private final Map<String, byte[]> everywhere = new HashMap<>();

    /** Hashes of mutated class files, because jars contain copies of each other's classes. */
    private final Set<Long> seen = new HashSet<>();

    /** @param lenders jars whose classes are visible to all others */
    LinkCheck(List<Path> lenders) throws IOException {
        for (Path jar : lenders) {
            Archives.classesOf(jar).forEach((path, bytes) -> everywhere.putIfAbsent(Archives.binaryName(path), bytes));
        }
    }

    Tally jar(Path jar) throws IOException {
        Map<String, byte[]> own = new HashMap<>();
        Archives.classesOf(jar).forEach((path, bytes) -> own.put(Archives.binaryName(path), bytes));
        return check(own);
    }

    /** Checks a module of the running JDK, without the packages that only its own loader may define. */
    Tally module(String module) throws IOException {
        Map<String, byte[]> own = new HashMap<>();
        for (Path file : Archives.classesOfModule(module)) {
            String path = file.subpath(2, file.getNameCount()).toString();
            if (!path.startsWith("java/")) {
                own.put(Archives.binaryName(path), Files.readAllBytes(file));
            }
        }
        return check(own);
    }

    private Tally check(Map<String, byte[]> own) {
        Tally tally = new Tally();
        Map<String, byte[]> mutated = new HashMap<>();
        own.forEach((name, bytes) -> {
            byte[] changed = seen.add(ClassHash.of(bytes)) ? tally.mutate(name, bytes) : null;
            if (changed != null) {
                mutated.put(name, changed);
            }
        });
        Loader original = new Loader(own, Map.of(), everywhere);
        Loader changed = new Loader(own, mutated, everywhere);
        for (String name : mutated.keySet()) {
            String before = Linking.failure(original, name);
            String after = Linking.failure(changed, name);
            if (after != null && after.contains("loader constraint violation")) {
                tally.unlinkable++; // a JDK class that its own loaders also define
            } else if (Linking.isNew(before, after)) {
                tally.broken.add(name + ": " + after + " (before: " + before + ")");
            } else if (after == null) {
                tally.linked++;
            } else {
                tally.unlinkable++;
            }
        }
        return tally;
    }

    /** Looks up classes in the jar, then the JDK, then the lenders (without mutants). */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> own;
        private final Map<String, byte[]> mutated;
        private final Map<String, byte[]> others;

        Loader(Map<String, byte[]> own, Map<String, byte[]> mutated, Map<String, byte[]> others) {
            super(ClassLoader.getPlatformClassLoader());
            this.own = own;
            this.mutated = mutated;
            this.others = others;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.startsWith("io.faultline.mutants.boot.")) {
                    return LinkCheck.class.getClassLoader().loadClass(name);
                }
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && own.containsKey(name)) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = mutated.getOrDefault(name, own.getOrDefault(name, others.get(name)));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
