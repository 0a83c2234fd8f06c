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

/** Class files of jars and of the modules of the JDK that runs. */
public final class Archives {
    private static final String SUFFIX = ".class";

    private Archives() {}

    /** Path within the jar to class file; versions of multi-release jars too. */
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

    /** The binary name that a class at {@code path} of a jar must have to be found. */
    public static String binaryName(String path) {
        return path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
    }

    /** Jars below {@code folders}, sorted; a jar given itself counts too. */
    public static List<Path> jarsBelow(List<Path> folders) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            }
        }
        return jars;
    }

    /** Every class file of the JDK's module {@code module}, or of all with {@code *}. */
    public static List<Path> classesOfModule(String module) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        Path root = module.equals("*") ? image.getPath("/modules") : image.getPath("/modules", module);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        }
    }
}
