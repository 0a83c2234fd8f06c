package io.faultline.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recognises the project's classes in copies outside of the project, from which a loader made at run time defines them: the
 * cache of an OSGi framework, the folder into which a server unpacks an application.
 *
 * <p>A class file below the project decides by its bytes; without one, a source of the class's name in the folders of its
 * package. Threads: any. Cost: the project's folders are read once; then a look-up per class, and the class files of its name.
 */
final class Copies {
    private static final String CLASS = ".class";
    private static final String[] SOURCES = {".java", ".kt", ".scala", ".groovy", ".aj"};

    /** A project is searched as far as this. */
    private static final int MOST_FILES = 100_000;

    private final String root;

    /** By name, the paths of class files and sources; null until the first class is asked for. */
    private Map<String, List<String>> files;

    /** @param root the project's folder; null if there is none */
    Copies(String root) {
        this.root = root;
    }

    /** Whether a class, given by its internal name, is the project's. */
    boolean isOne(final String internal, final byte[] classFile) {
        if (root == null) {
            return false;
        }
        // Application code on the stack may lack the permission to read files.
        return AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                List<String> classFiles = named(internal + CLASS);
                return classFiles.isEmpty() ? hasSource(internal) : isAny(classFiles, classFile);
            }
        });
    }

    private boolean hasSource(String internal) {
        int nested = internal.indexOf('$', internal.lastIndexOf('/') + 1);
        String outermost = nested < 0 ? internal : internal.substring(0, nested);
        for (String end : SOURCES) {
            if (!named(outermost + end).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAny(List<String> paths, byte[] classFile) {
        for (String path : paths) {
            try {
                if (new File(path).length() == classFile.length
                        && Arrays.equals(Files.readAllBytes(new File(path).toPath()), classFile)) {
                    return true;
                }
            } catch (IOException unreadable) {
                // another one may be readable
            }
        }
        return false;
    }

    /** Returns the files below the project whose paths end so. */
    private List<String> named(String end) {
        List<String> found = new ArrayList<>(1);
        List<String> equals = all().get(end.substring(end.lastIndexOf('/') + 1));
        for (String path : equals == null ? Collections.<String>emptyList() : equals) {
            if (path.endsWith("/" + end)) {
                found.add(path);
            }
        }
        return found;
    }

    private synchronized Map<String, List<String>> all() {
        if (files == null) {
            files = new HashMap<>();
            read();
        }
        return files;
    }

    private void read() {
        ArrayDeque<File> open = new ArrayDeque<>();
        open.add(new File(root));
        for (int seen = 0; !open.isEmpty() && seen < MOST_FILES; ) {
            File[] children = open.remove().listFiles();
            for (File child : children == null ? new File[0] : children) {
                seen++;
                String name = child.getName();
                if (isCode(name)) {
                    add(name, child.getPath().replace('\\', '/'));
                } else if (!name.startsWith(".") && !name.equals("node_modules") && isFolder(child)) {
                    open.add(child);
                }
            }
        }
    }

    private void add(String name, String path) {
        List<String> equals = files.get(name);
        if (equals == null) {
            equals = new ArrayList<>(1);
            files.put(name, equals);
        }
        equals.add(path);
    }

    /** Links are not followed: they may lead back. */
    private static boolean isFolder(File file) {
        return file.isDirectory() && !Files.isSymbolicLink(file.toPath());
    }

    private static boolean isCode(String name) {
        for (String end : SOURCES) {
            if (name.endsWith(end)) {
                return true;
            }
        }
        return name.endsWith(CLASS);
    }
}
