package io.faultline.evosuite.search;

import io.faultline.instrument.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Classes compiled from text, loaded with probes, and verified while loading. */
final class Probed extends ClassLoader {
    private final Map<String, byte[]> classFiles;
    private final UnaryOperator<byte[]> before;
    private final Sight sight;
    private final LineProbes probes;
    private long[] lastHits;

    private Probed(Map<String, byte[]> classFiles, UnaryOperator<byte[]> before, boolean withConditions) {
        super(Probed.class.getClassLoader());
        this.sight = new Sight(withConditions);
        this.probes = new LineProbes(sight);
        this.classFiles = classFiles;
        this.before = before;
        setDefaultAssertionStatus(true);
        classFiles.values().forEach(sight::add);
        Hits.prepare(sight.words(), sight.touched());
        Conditions.prepare(sight.outcomes());
    }

    /** Compiles a source in the default package for a release of Java. */
    static Probed compile(Path folder, String name, String source, int release) {
        try {
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            Path output = Files.createDirectories(folder.resolve("classes" + release));
            String[] arguments = {
                "-g", "-nowarn", "-Xlint:-options", "--release", "" + release, "-d", output.toString(), file.toString()
            };
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
                throw new AssertionError("does not compile");
            }
            return of(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class files below a folder. */
    static Probed of(Path folder) throws IOException {
        Map<String, byte[]> classFiles = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace('/', '.');
                classFiles.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
        return of(classFiles);
    }

    static Probed of(Map<String, byte[]> classFiles) {
        return of(classFiles, UnaryOperator.identity());
    }

    /** Changes the classes after they are read and before they get probes. */
    static Probed of(Map<String, byte[]> classFiles, UnaryOperator<byte[]> before) {
        return new Probed(classFiles, before, false);
    }

    /** Adds probes at conditions before the classes are changed. */
    static Probed withConditions(Map<String, byte[]> classFiles, UnaryOperator<byte[]> before) {
        return new Probed(classFiles, before, true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] classFile = classFiles.get(name);
            if (loaded != null || classFile == null) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            byte[] probed = probed(name.replace('.', '/'), before.apply(conditions(name.replace('.', '/'), classFile)));
            return defineClass(name, probed, 0, probed.length);
        }
    }

    private byte[] conditions(String name, byte[] classFile) {
        try {
            int number = sight.number(name);
            boolean wanted = number >= 0 && sight.classes().get(number).conditions != null;
            return wanted ? new ConditionProbes(sight).insert(number, classFile) : classFile;
        } catch (Refused refused) {
            throw new AssertionError(name, refused);
        }
    }

    private byte[] probed(String name, byte[] classFile) {
        try {
            return sight.number(name) < 0 ? classFile : probes.insert(sight.number(name), classFile);
        } catch (Refused refused) {
            throw new AssertionError(name, refused);
        }
    }

    Sight sight() {
        return sight;
    }

    /** Number of slots. */
    int slots() {
        return sight.classes().stream().mapToInt(seen -> seen.plan.slots()).sum();
    }

    /**
     * Whether the initialiser of a class, which lost its lines, marked the class as touched in the last test or before.
     */
    boolean isTouched(String name) {
        int bit = sight.touched()[sight.number(name)];
        return (lastHits[bit / 64] >> bit & 1) != 0;
    }

    /** Returns whether each line was hit, over all methods of all classes. */
    Map<Integer, Boolean> all(long[] hits) {
        Map<Integer, Boolean> lines = new TreeMap<>();
        for (Sight.Seen seen : sight.classes()) {
            for (int slot = 0; slot < seen.plan.slots(); slot++) {
                int bit = seen.firstBit + slot;
                lines.merge(seen.plan.lines[slot], (hits[bit / 64] >> bit & 1) != 0, Boolean::logicalOr);
            }
        }
        return lines;
    }

    /** Lines that were hit. */
    TreeSet<Integer> lines(long[] hits) {
        Map<Integer, Boolean> lines = all(hits);
        lines.values().removeIf(hit -> !hit);
        return new TreeSet<>(lines.keySet());
    }

    /** Returns the hits of a test, and of all initialisers since the last call. */
    static long[] withInitialisers(long[] hits) {
        long[] all = hits.clone();
        for (Hits.Initialised initialised : Hits.initialised()) {
            for (int word = 0; word < all.length; word++) {
                all[word] |= initialised.hits[word];
            }
        }
        return all;
    }

    /** Calls a static method without parameters as a test, on this thread. */
    TreeSet<Integer> run(String type, String method) throws ReflectiveOperationException {
        Class<?> target = Class.forName(type, true, this);
        Hits.begin();
        Hits.own();
        try {
            target.getMethod(method).invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            // Exceptions are expected; the lines count.
        }
        lastHits = withInitialisers(Hits.end());
        return lines(lastHits);
    }

    /** Returns the lines of a source that have a comment with this word. */
    static TreeSet<Integer> marked(String source, String word) {
        TreeSet<Integer> lines = new TreeSet<>();
        List<String> all = new ArrayList<>(source.lines().toList());
        for (int i = 0; i < all.size(); i++) {
            int comment = all.get(i).indexOf("//");
            if (comment >= 0
                    && List.of(all.get(i).substring(comment + 2).trim().split(" "))
                            .contains(word)) {
                lines.add(i + 1);
            }
        }
        return lines;
    }
}
