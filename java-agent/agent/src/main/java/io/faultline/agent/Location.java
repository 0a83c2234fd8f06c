package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.io.File;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;

/** Where classes come from, and whether the default scope takes them. Plain data, made once per code source. */
final class Location {
    /** Classes without a code source. */
    static final Location NOWHERE = new Location(null, false, false, false);

    /** Path of the folder or archive; the URL when it is no file; null when there is none. */
    final String path;

    final boolean archive;

    /** Test classes of a Maven, Gradle or IDE build. */
    final boolean testOutput;

    /** Below the project, or, when none is named, a folder anywhere. */
    final boolean inProject;

    private Location(String path, boolean archive, boolean testOutput, boolean inProject) {
        this.path = path;
        this.archive = archive;
        this.testOutput = testOutput;
        this.inProject = inProject;
    }

    /**
     * Reads a code source's URL.
     *
     * @param roots the project's folder under every name it has; empty when none is named
     */
    static Location of(String url, String[] roots) {
        if (url == null) {
            return NOWHERE;
        }
        String path = path(url);
        if (path == null) {
            return new Location(url, true, false, false);
        }
        boolean archive = url.startsWith("jar:") || isArchive(path);
        String below = archive && roots.length == 0 ? null : below(path, roots);
        boolean inProject = below != null && !isCache(below) && !(archive && isRepository(path));
        boolean testOutput = isTestOutput(path, archive) || (archive && inProject && isTestResource(below));
        return new Location(path, archive, testOutput, inProject);
    }

    /** The file behind {@code file:} and {@code jar:file:} URLs, without a slash at its end. */
    static String path(String url) {
        String rest = url.startsWith("jar:") ? url.substring("jar:".length()) : url;
        int inner = rest.indexOf("!/");
        if (inner >= 0) {
            rest = rest.substring(0, inner);
        }
        if (!rest.startsWith("file:")) {
            return null;
        }
        rest = rest.substring("file:".length());
        while (rest.startsWith("//")) {
            rest = rest.substring(1);
        }
        while (rest.length() > 1 && rest.endsWith("/")) {
            rest = rest.substring(0, rest.length() - 1);
        }
        return Slashes.of(Options.decode(rest));
    }

    private static boolean isArchive(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".ear") || name.endsWith(".zip");
    }

    /** The path from the project on, with a slash before and after; null when it lies elsewhere. */
    private static String below(String path, String[] roots) {
        if (roots.length == 0) {
            return path + "/";
        }
        for (String root : roots) {
            if (path.startsWith(root) && (path.length() == root.length() || path.charAt(root.length()) == '/')) {
                return path.substring(root.length()) + "/";
            }
        }
        // The build may name its folders through a symbolic link.
        String real = real(path);
        if (!real.equals(path)) {
            for (String root : roots) {
                if (real.startsWith(root + "/")) {
                    return real.substring(root.length()) + "/";
                }
            }
        }
        return null;
    }

    /** The path without symbolic links; the path itself where that cannot be known. */
    static String real(final String path) {
        try {
            return AccessController.doPrivileged(new PrivilegedAction<String>() {
                @Override
                public String run() {
                    try {
                        return Slashes.of(new File(path).getCanonicalPath());
                    } catch (IOException e) {
                        return path;
                    }
                }
            });
        } catch (RuntimeException refused) {
            return path;
        }
    }

    /** Other people's code that happens to lie below the project: local repositories and wrappers. */
    private static boolean isCache(String below) {
        return below.contains("/.m2/")
                || below.contains("/.gradle/")
                || below.contains("/.mvn/")
                || below.contains("/caches/modules-2/")
                || below.contains("/caches/jars-");
    }

    /** Maven's layout, {@code artifact/version/artifact-version.jar}, under whatever name the repository has. */
    private static boolean isRepository(String path) {
        String[] parts = path.split("/");
        int last = parts.length - 1;
        return last >= 3 && parts[last].startsWith(parts[last - 2] + "-" + parts[last - 1]);
    }

    /**
     * Maven's {@code test-classes}; Gradle's {@code build/classes/LANGUAGE/SET} where the source set is
     * test, testFixtures or ends in Test; {@code out/test} and {@code bin/test} of IDEs; test jars.
     */
    private static boolean isTestOutput(String path, boolean archive) {
        if (archive) {
            return path.endsWith("-tests.jar") || path.endsWith("-test-fixtures.jar");
        }
        if (path.endsWith("/test-classes") || path.endsWith("/bin/test") || (path + "/").contains("/out/test/")) {
            return true;
        }
        int name = path.lastIndexOf('/');
        int language = name < 0 ? -1 : path.lastIndexOf('/', name - 1);
        if (language < 0 || !path.substring(0, language).endsWith("/build/classes")) {
            return false;
        }
        String set = path.substring(name + 1);
        return set.equals("test") || set.equals("testFixtures") || set.endsWith("Test") || set.endsWith("Tests");
    }

    /** An archive that tests read: in Maven's folder of test classes, in Gradle's of test resources, or among the sources of either. */
    private static boolean isTestResource(String below) {
        return below.contains("/test-classes/")
                || below.contains("/build/resources/test/")
                || below.contains("/src/test/");
    }
}
