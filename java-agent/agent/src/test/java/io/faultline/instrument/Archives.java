package io.faultline.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Class files of jars and of the running JDK's modules. */
public final class Archives {
    private static final String SUFFIX = ".class";

    private Archives() {}

    /** Returns the class files of a jar by path, including versions of multi-release jars. */
    public static Map<String, byte[]> classesOf(Path jar) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
                ZipEntry entry = e.nextElement();
                if (entry.getName().endsWith(SUFFIX)) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        classes.put(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
        return classes;
    }

    /** Returns the binary name of the class at {@code path} in a jar. */
    public static String binaryName(String path) {
        return path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
    }

    /** Returns the jars below {@code folders}, sorted; a folder may also be a jar itself. */
    public static List<Path> jarsBelow(List<Path> folders) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            }
        }
        return jars;
    }

    /** Returns all class files of a module of the JDK, or of all modules for {@code *}. */
    public static List<Path> classesOfModule(String module) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        Path root = module.equals("*") ? image.getPath("/modules") : image.getPath("/modules", module);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }
}
