package io.faultline.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of one released jar, or of a folder that a compiler wrote, by internal name. */
final class Release {
    final Map<String, ClassNode> classes;
    final Map<String, byte[]> bytes;

    private Release(Map<String, ClassNode> classes, Map<String, byte[]> bytes) {
        this.classes = classes;
        this.bytes = bytes;
    }

    /** Errors: UncheckedIOException when the jar, or a file of the folder, cannot be read. */
    static Release read(Path place) {
        Release release = new Release(new TreeMap<>(), new HashMap<>());
        try {
            if (Files.isDirectory(place)) {
                release.addFolder(place);
            } else {
                release.addJar(place);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(place.toString(), e);
        }
        return release;
    }

    private void addJar(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (var entries = zip.entries(); entries.hasMoreElements(); ) {
                var entry = entries.nextElement();
                if (isClass(entry.getName())) {
                    add(zip.getInputStream(entry).readAllBytes());
                }
            }
        }
    }

    private void addFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (isClass(folder.relativize(file).toString().replace('\\', '/'))) {
                    add(Files.readAllBytes(file));
                }
            }
        }
    }

    private static boolean isClass(String file) {
        return file.endsWith(".class") && !file.startsWith("META-INF/") && !file.endsWith("module-info.class");
    }

    private void add(byte[] code) {
        ClassNode node = new ClassNode();
        new ClassReader(code).accept(node, 0);
        classes.put(node.name, node);
        bytes.put(node.name, code);
    }

    /** A helper is a method that the compiler made for the body of another: a lambda, an accessor, {@code $values}. */
    static boolean isHelper(MethodNode method) {
        return (method.access & Opcodes.ACC_SYNTHETIC) != 0
                && (method.access & Opcodes.ACC_BRIDGE) == 0
                && !method.name.startsWith("<")
                && !method.name.equals("$deserializeLambda$");
    }

    /** A class that the compiler numbers: anonymous, local, or its own (the table of a switch over an enum). */
    static boolean isNumbered(ClassNode node) {
        return node.outerClass != null
                || isSwitchTable(node);
    }

    /** Also under the name that {@link Alignment} gives it. */
    static boolean isSwitchTable(ClassNode node) {
        return (node.access & Opcodes.ACC_SYNTHETIC) != 0 && node.name.matches(".*\\$\\d+(\\$f)?");
    }

    /** This release with its numbered classes and helpers renamed after those of {@code earlier}. */
    Release alignedTo(Release earlier) {
        return new Release(Alignment.of(this, earlier), bytes);
    }

    /** The helper of that name; null where it is none. */
    MethodNode helper(String owner, String name, String descriptor) {
        ClassNode node = classes.get(owner);
        MethodNode method = node == null ? null : method(node, name, descriptor);
        return method != null && isHelper(method) ? method : null;
    }

    static MethodNode method(ClassNode node, String name, String descriptor) {
        for (MethodNode method : node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }
}
