package io.faultline.evosuite.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Classes compiled from text, loaded with probes in them, and verified as they load. */
final class Probed extends ClassLoader {
    private final Map<String, byte[]> classFiles;
    private final LineTable table = new LineTable();
    private final LineProbes probes = new LineProbes(table);

    private Probed(Map<String, byte[]> classFiles) {
        super(Probed.class.getClassLoader());
        this.classFiles = classFiles;
        classFiles.values().forEach(table::add);
        Hits.prepare(IntStream.range(0, table.slots()).toArray(), table.classOf(), table.classCount(), table.slots());
    }

    /** Compiles a source for a release of Java; its package is none. */
    static Probed compile(Path folder, String name, String source, int release) {
        try {
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            Path output = Files.createDirectories(folder.resolve("classes" + release));
            String[] arguments = {"-g", "-nowarn", "-Xlint:-options", "--release", "" + release, "-d", output.toString(), file.toString()};
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
                throw new AssertionError("does not compile");
            }
            return of(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class files below a folder. */
    static Probed of(Path folder) throws IOException {
        Map<String, byte[]> classFiles = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
                String name = folder.relativize(file).toString().replace('/', '.');
                classFiles.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
        return new Probed(classFiles);
    }

    static Probed of(Map<String, byte[]> classFiles) {
        return new Probed(classFiles);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] classFile = classFiles.get(name);
            if (loaded != null || classFile == null) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            byte[] probed = probes.insert(table.classNumber(name.replace('.', '/')), classFile);
            return defineClass(name, probed, 0, probed.length);
        }
    }

    LineTable table() {
        return table;
    }

    /** Lines of a row. */
    TreeSet<Integer> lines(long[] row) {
        TreeSet<Integer> lines = new TreeSet<>();
        int[] all = table.lines();
        for (int slot = 0; slot < all.length; slot++) {
            if ((row[slot >> 6] >> slot & 1) != 0) {
                lines.add(all[slot]);
            }
        }
        return lines;
    }

    /** Calls a static method without parameters as a test, in this thread. */
    TreeSet<Integer> run(String type, String method) throws ReflectiveOperationException {
        Class<?> target = Class.forName(type, true, this);
        Hits.begin();
        Hits.own();
        try {
            target.getMethod(method).invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            // What it throws is its own affair: its lines count.
        }
        return lines(Hits.end());
    }

    /** The lines of a source that bear a comment with this word. */
    static TreeSet<Integer> marked(String source, String word) {
        TreeSet<Integer> lines = new TreeSet<>();
        List<String> all = new ArrayList<>(source.lines().toList());
        for (int i = 0; i < all.size(); i++) {
            int comment = all.get(i).indexOf("//");
            if (comment >= 0 && List.of(all.get(i).substring(comment + 2).trim().split(" ")).contains(word)) {
                lines.add(i + 1);
            }
        }
        return lines;
    }
}
