package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.io.File;
import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;

/** The origin of classes, and whether the default scope includes it. Immutable; created once per code source. */
final class Location {
    /** The location of classes without a code source. */
    static final Location NOWHERE = new Location(null, false, false, false);

    /** The location of classes without a file. Readers of the recording know the path. */
    static final Location MEMORY = new Location("memory:", true, false, true);

    /**
     * Path of the folder or archive; of a place inside an archive, {@code /x/app.jar!/BOOT-INF/classes}; the URL if it is
     * not a file; null if there is none.
     */
    final String path;

    /** Before the name of a module of the running image. */
    private static final String IMAGE = "jrt:/";

    /** Between an archive and a place inside it. */
    private static final String INSIDE = "!/";

    final boolean archive;

    /** Whether it holds test classes of a Maven, Gradle or IDE build. */
    final boolean testOutput;

    /** Whether it is inside the project, or any folder if no project is named. */
    final boolean inProject;

    private Location(String path, boolean archive, boolean testOutput, boolean inProject) {
        this.path = path;
        this.archive = archive;
        this.testOutput = testOutput;
        this.inProject = inProject;
    }

    /**
     * Parses a code source's URL.
     *
     * @param roots the project's folder under all its names; empty if no project is named
     */
    static Location of(String url, String[] roots) {
        return of(url, roots, LinkedPlaces.NONE);
    }

    /** Like above; {@code links} has other names of places. */
    static Location of(String url, String[] roots, LinkedPlaces links) {
        if (url == null) {
            return NOWHERE;
        }
        String real = path(url);
        if (real == null) {
            return new Location(url, true, false, false);
        }
        String path = links.named(real);
        int inside = inside(path, false);
        if (inside >= 0) {
            return inside(path, path.substring(0, inside), path.substring(inside + INSIDE.length()), roots);
        }
        boolean archive = url.startsWith("jar:") || isArchive(path);
        String below = archive && roots.length == 0 ? null : below(path, roots);
        boolean inProject = below == null
                ? archive && Installed.isModuleBelow(roots, path)
                : !isCache(below) && !(archive && isRepository(path));
        boolean testOutput =
                isTestOutput(path, archive) || (archive && inProject && below != null && isTestResource(below));
        return new Location(path, archive, testOutput, inProject);
    }

    /** Returns this place for a class of it that is the project's. */
    Location ofProject() {
        return new Location(path, archive, testOutput, true);
    }

    /** Whether it is a module of the running image, other than the JDK's: {@code jlink} may have put the project there. */
    boolean isOfImage() {
        return path != null
                && path.startsWith(IMAGE)
                && !path.startsWith("java.", IMAGE.length())
                && !path.startsWith("jdk.", IMAGE.length());
    }

    /** Whether it is in a local repository or a cache of a build tool. */
    boolean isRepository() {
        return path != null && (isCache(path) || archive && isRepository(path));
    }

    /**
     * Returns the location of what an archive holds: classes, which are the project's where the archive is, or an
     * archive, which is a library.
     */
    private static Location inside(String path, String outer, String inner, String[] roots) {
        Location archive = of("jar:file:" + Options.encode(outer), roots);
        return new Location(path, true, archive.testOutput, archive.inProject && !isArchive(inner));
    }

    /**
     * Returns the file of a {@code file:} or {@code jar:file:} URL, without a trailing slash; {@code
     * archive!/place} for a place inside an archive.
     *
     * <p>Source: {@code jar:file:/x/a.jar!/BOOT-INF/classes!/} (Spring Boot), {@code
     * jar:nested:/x/a.jar/!BOOT-INF/classes/!/} (Spring Boot since 3.2), {@code war:file:/x/a.war*}{@code /WEB-INF/classes/}
     * (Tomcat).
     */
    static String path(String url) {
        String rest = without("jar:", url);
        boolean war = rest.startsWith("war:");
        rest = without("war:", rest);
        boolean nested = rest.startsWith("nested:");
        if (!nested && !rest.startsWith("file:")) {
            return null;
        }
        rest = rest.substring(rest.indexOf(':') + 1).replace("/!/", INSIDE);
        if (nested) {
            rest = rest.replace("/!", INSIDE);
        }
        if (war) {
            rest = rest.replace("*/", INSIDE);
        }
        int inside = inside(rest, nested || war);
        if (inside < 0) {
            boolean whole = url.startsWith("jar:") && rest.endsWith(INSIDE);
            return file(whole ? rest.substring(0, rest.length() - INSIDE.length()) : rest);
        }
        StringBuilder path = new StringBuilder(file(rest.substring(0, inside)));
        for (String part : rest.substring(inside + INSIDE.length()).split(INSIDE)) {
            if (!part.isEmpty()) {
                path.append(INSIDE).append(withoutSlashes(Options.decode(part)));
            }
        }
        return path.toString();
    }

    /**
     * Returns the index of the end of an archive's name with something inside; -1 if there is none. A folder's name may
     * end with an exclamation mark, too, so unless it is {@code sure} an archive has the name of one.
     */
    private static int inside(String text, boolean sure) {
        for (int at = text.indexOf(INSIDE); at >= 0; at = text.indexOf(INSIDE, at + 1)) {
            String inner = text.substring(at + INSIDE.length());
            boolean own = inner.startsWith("BOOT-INF/") || inner.startsWith("WEB-INF/");
            if (sure || own || isArchive(text.substring(0, at))) {
                return at;
            }
        }
        return -1;
    }

    private static String without(String prefix, String text) {
        return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    }

    private static String file(String encoded) {
        String path = encoded;
        while (path.startsWith("//")) {
            path = path.substring(1);
        }
        return Slashes.of(Options.decode(withoutSlashes(path)));
    }

    private static String withoutSlashes(String path) {
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    private static boolean isArchive(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".ear") || name.endsWith(".zip");
    }

    /** Returns the path relative to the project, with a slash before and after; null if it is outside. */
    private static String below(String path, String[] roots) {
        if (roots.length == 0) {
            return path + "/";
        }
        for (String root : roots) {
            if (path.startsWith(root) && (path.length() == root.length() || path.charAt(root.length()) == '/')) {
                return path.substring(root.length()) + "/";
            }
        }
        // The build may use a symbolic link to the project.
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

    /** Resolves symbolic links; returns the path itself if that fails. */
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

    /** Whether the path holds third-party code below the project: a local repository or a wrapper. */
    static boolean isCache(String below) {
        return below.contains("/.m2/")
                || below.contains("/.gradle/")
                || below.contains("/.mvn/")
                || below.contains("/caches/modules-2/")
                || below.contains("/caches/jars-");
    }

    /**
     * Whether a path has Maven's layout, {@code artifact/version/artifact-version.jar}, in a repository of any name.
     */
    static boolean isRepository(String path) {
        String[] parts = path.split("/");
        int last = parts.length - 1;
        return last >= 3 && parts[last].startsWith(parts[last - 2] + "-" + parts[last - 1]);
    }

    /**
     * Whether a path is Maven's {@code test-classes}; Gradle's {@code build/classes/LANGUAGE/SET} with the source set
     * test, testFixtures or one ending in Test; {@code out/test} or {@code bin/test} of an IDE; or a test jar.
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

    /**
     * Whether an archive is a test resource: in Maven's test classes, in Gradle's test resources, or among the sources
     * of either.
     */
    private static boolean isTestResource(String below) {
        return below.contains("/test-classes/")
                || below.contains("/build/resources/test/")
                || below.contains("/src/test/");
    }
}
