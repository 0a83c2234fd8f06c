package io.faultline.agent;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the modules of a Maven project that a build takes from a local repository: {@code mvn install} once, then {@code
 * mvn -pl app test}. Only snapshots count, since a release is another version than the sources.
 *
 * <p>Cost: the project's folders are searched once per archive, and only for a snapshot outside of the project.
 */
final class Installed {
    private static final String SNAPSHOT = "-SNAPSHOT";
    private static final String POM = "pom.xml";

    /** Folders without modules. */
    private static final List<String> NO_MODULES = Arrays.asList("target", "build", "src", "node_modules");

    private static final int MOST_FOLDERS = 2_000;
    private static final int LONGEST_POM = 1 << 20;

    private Installed() {}

    /**
     * Whether a path is {@code group/artifact/version-SNAPSHOT/artifact-...jar}, and a pom below one of the folders is of
     * that group and artifact.
     */
    static boolean isModuleBelow(final String[] roots, String path) {
        String[] parts = path.split("/");
        int last = parts.length - 1;
        if (last < 4 || !parts[last - 1].endsWith(SNAPSHOT) || !parts[last].startsWith(parts[last - 2] + "-")) {
            return false;
        }
        final String artifact = parts[last - 2];
        final String groups = String.join("/", Arrays.asList(parts).subList(0, last - 2));
        return AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                try {
                    return roots.length > 0 && isBelow(new File(roots[roots.length - 1]), groups, artifact);
                } catch (IOException | RuntimeException unknown) {
                    return false;
                }
            }
        });
    }

    private static boolean isBelow(File root, String groups, String artifact) throws IOException {
        ArrayDeque<File> open = new ArrayDeque<>();
        open.add(root);
        for (int lookedAt = 0; !open.isEmpty() && lookedAt < MOST_FOLDERS; lookedAt++) {
            File folder = open.remove();
            File pom = new File(folder, POM);
            if (pom.isFile() && pom.length() < LONGEST_POM) {
                String text = new String(Files.readAllBytes(pom.toPath()), StandardCharsets.UTF_8);
                if (isOf(text, groups, artifact)) {
                    return true;
                }
            }
            File[] inside = folder.listFiles();
            for (File entry : inside == null ? new File[0] : inside) {
                String name = entry.getName();
                if (!name.startsWith(".") && !NO_MODULES.contains(name) && entry.isDirectory()) {
                    open.add(entry);
                }
            }
        }
        return false;
    }

    /** Whether a pom is of an artifact, and of a group whose folders are the last of a path. A property may be any group. */
    static boolean isOf(String pom, String groups, String artifact) {
        if (!artifact.equals(valueOf(pom, "project/artifactId"))) {
            return false;
        }
        String own = valueOf(pom, "project/groupId");
        String group = own == null ? valueOf(pom, "project/parent/groupId") : own;
        return group == null || group.contains("${") || ("/" + groups).endsWith("/" + group.replace('.', '/'));
    }

    /** Returns the text of the first element at a path; null if there is none. The agent loads no parser into a JVM. */
    private static String valueOf(String xml, String path) {
        List<String> open = new ArrayList<>();
        for (int at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
            if (xml.startsWith("<!--", at)) {
                at = xml.indexOf("-->", at);
                if (at < 0) {
                    return null;
                }
                continue;
            }
            int end = xml.indexOf('>', at);
            if (end < 0) {
                return null;
            }
            char first = xml.charAt(at + 1);
            if (first == '/' && !open.isEmpty()) {
                open.remove(open.size() - 1);
            } else if (first != '?' && first != '!' && first != '/' && xml.charAt(end - 1) != '/') {
                open.add(xml.substring(at + 1, end).trim().split("\\s")[0]);
                int next = xml.indexOf('<', end);
                if (next >= 0 && path.equals(String.join("/", open))) {
                    return xml.substring(end + 1, next).trim();
                }
            }
        }
        return null;
    }
}
