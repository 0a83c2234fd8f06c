package io.faultline.agent;

import io.faultline.runtime.Slashes;
import io.faultline.runtime.WeakIdentityMap;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * Which classes are instrumented.
 *
 * <p>With {@code include}: classes by name, from anywhere. Without: what lies in a folder or archive of
 * the project, or, when no project is named, in any folder. Never test output folders, never what
 * {@code exclude} names, never the tools that run tests.
 *
 * <p>Threads: any. Cost: a map look-up per class; the file system is asked once per code source, and
 * only when a project is named and the code source does not plainly lie in it.
 */
final class Scope {
    /** Where a project keeps its libraries as archives below itself, these are not its code. */
    private static final String[] TEST_TOOLS = {
        "junit.", "org.junit.", "org.hamcrest.", "org.testng.", "org.apiguardian.", "org.opentest4j.", "org.mockito.",
        "org.objenesis.", "net.bytebuddy.", "org.easymock.", "org.powermock.", "org.assertj.", "org.jacoco.",
        "org.apache.maven.", "org.gradle.", "worker.org.gradle.", "org.apache.tools.ant.", "com.intellij.", "org.eclipse.jdt.",
    };

    private final Patterns include;
    private final Patterns exclude;
    private final String[] roots;
    private final WeakIdentityMap<CodeSource, Location> locations = new WeakIdentityMap<>();

    /** For loaders that make a code source per class. */
    private final Map<String, Location> byUrl = new HashMap<>();

    Scope(Options options) {
        include = options.include;
        exclude = options.exclude;
        roots = roots(options.root);
    }

    /** Is the class (binary name with dots) instrumented? */
    boolean contains(String className, Location location) {
        if (location.testOutput || exclude.match(className) || isJdkOrOurs(className)) {
            return false;
        }
        if (!include.isEmpty()) {
            return include.match(className);
        }
        return location.inProject && !(location.archive && isTestTool(className));
    }

    /** Is it a class of the project's tests? These have probes at most at what they inlined of the project. */
    boolean isOfTests(String className, Location location) {
        return location.testOutput
                && !exclude.match(className)
                && !isJdkOrOurs(className)
                && !(location.archive && isTestTool(className));
    }

    /** Where the classes of a domain come from. */
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

    /** Where the classes of a folder or archive come from, by its URL. */
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
        Location read = Location.of(url, roots);
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

    private static boolean isTestTool(String className) {
        for (String prefix : TEST_TOOLS) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Accessors and proxies that the JDK generates into other loaders, and our own classes. */
    private static boolean isJdkOrOurs(String className) {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith("sun.")
                || className.startsWith("com.sun.proxy.")
                || className.startsWith("io.faultline.agent.")
                || className.contains(".$Proxy");
    }
}
