package io.faultline.agent;

import io.faultline.runtime.Slashes;
import io.faultline.runtime.WeakIdentityMap;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which classes are instrumented.
 *
 * <p>With {@code include}: classes by name, from any location. Without: classes in a folder or archive of the project
 * or, if no project is named, in any folder. Test outputs, classes matched by {@code exclude}, and tools that run tests
 * are never instrumented.
 *
 * <p>Threads: any. Cost: a map look-up per class. The file system is accessed once per code source, and only if a
 * project is named and the code source is not obviously inside.
 */
final class Scope {
    /** Test tools are not the project's code, even if its folder contains their archives. */
    private static final String[] TEST_TOOLS = {
        "junit.",
        "org.junit.",
        "org.hamcrest.",
        "org.testng.",
        "org.apiguardian.",
        "org.opentest4j.",
        "org.mockito.",
        "org.objenesis.",
        "net.bytebuddy.",
        "org.easymock.",
        "org.powermock.",
        "org.assertj.",
        "org.jacoco.",
        "org.apache.maven.",
        "org.gradle.",
        "worker.org.gradle.",
        "org.apache.tools.ant.",
        "com.intellij.",
        "org.eclipse.jdt.",
    };

    /** Lies at the top of the project's archives, beside the project's classes. */
    private static final String BOOT_LOADER = "org.springframework.boot.loader.";

    private final Patterns include;
    private final Patterns exclude;
    private final String[] roots;
    private final LinkedPlaces links;
    private final WeakIdentityMap<CodeSource, Location> locations = new WeakIdentityMap<>();

    /** Locations by URL, for loaders that create a code source per class. */
    private final Map<String, Location> byUrl = new HashMap<>();

    Scope(Options options) {
        include = options.include;
        exclude = options.exclude;
        roots = roots(options.root);
        links = new LinkedPlaces(System.getProperty("java.class.path", ""), roots);
    }

    /** Whether a class (binary name with dots) is instrumented. */
    boolean contains(String className, Location location) {
        if (location.testOutput || exclude.match(className) || isJdkOrOurs(className)) {
            return false;
        }
        if (!include.isEmpty()) {
            return include.match(className);
        }
        return location.inProject && !(location.archive && isToolOrLoader(className));
    }

    /**
     * Whether a class belongs to the project's tests. Test classes have probes at most at lines inlined from the
     * project.
     */
    boolean isOfTests(String className, Location location) {
        return location.testOutput
                && !exclude.match(className)
                && !isJdkOrOurs(className)
                && !(location.archive && isTestTool(className));
    }

    /** Returns the location of a domain's classes. */
    Location locationOf(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL url = source == null ? null : source.getLocation();
        if (url == null) {
            return Location.NOWHERE;
        }
        Location known = locations.get(source);
        if (known == null) {
            known = byUrl(url.toExternalForm());
            locations.put(source, known);
        }
        return known;
    }

    /** Returns the project's folder; null if none is named, or if patterns alone decide. */
    String root() {
        return roots.length == 0 || !include.isEmpty() ? null : roots[roots.length - 1];
    }

    /** Whether a class without a file may be the project's: its source can be looked for. */
    boolean mayHaveMemory(String className) {
        return roots.length > 0 && contains(className, Location.MEMORY);
    }

    /** Returns the location of a folder or archive, given its URL. */
    Location locationAt(String url) {
        return byUrl(url);
    }

    private Location byUrl(String url) {
        synchronized (byUrl) {
            Location known = byUrl.get(url);
            if (known != null) {
                return known;
            }
        }
        Location read = Location.of(url, roots, links);
        synchronized (byUrl) {
            byUrl.put(url, read);
        }
        return read;
    }

    private static String[] roots(String root) {
        if (root == null) {
            return new String[0];
        }
        String plain = withoutSlash(Slashes.of(root));
        String real = withoutSlash(Location.real(root));
        return plain.equals(real) ? new String[] {plain} : new String[] {plain, real};
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static boolean isToolOrLoader(String className) {
        return className.startsWith(BOOT_LOADER) || isTestTool(className);
    }

    private static boolean isTestTool(String className) {
        for (String prefix : TEST_TOOLS) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class is one of ours, or an accessor or proxy that the JDK generates into other loaders. */
    private static boolean isJdkOrOurs(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith("sun.")
                || className.startsWith("com.sun.proxy.")
                || className.startsWith("io.faultline.agent.")
                || className.contains(".$Proxy");
    }
}
