package io.faultline.agent;

import io.faultline.bridge.Core;
import io.faultline.instrument.OpenClass;
import io.faultline.instrument.Refused;
import io.faultline.runtime.TestClasses;
import java.io.File;
import java.net.URL;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides where a class belongs, also if its code source does not say so: a class without one, a class that is said to be
 * from a folder of tests that does not hold it, a class that the boot loader defines, and one of a {@link Copies copy}.
 *
 * <p>Such a class belongs where the class path has a file of its name. A class without a file that was compiled from a
 * source is {@link Location#MEMORY in memory}; readers of the recording look for its source.
 *
 * <p>Threads: any. Cost: for such a class a search of the class path; for a class of a folder of tests a look at a file.
 */
final class Places {
    /** A program that compiles without end must not fill the memory with hits. */
    static final int MOST_IN_MEMORY = 4096;

    private static final String TOO_MANY = "more than 4,096 classes were compiled in memory";

    /** Packages of the JDK's boot loader, and ours. */
    private static final String[] BOOT = {
        "java/",
        "javax/",
        "jdk/",
        "sun/",
        "com/sun/",
        "com/oracle/",
        "org/w3c/",
        "org/xml/",
        "org/ietf/",
        "org/jcp/",
        "netscape/",
        "io/faultline/"
    };

    /** Parts of names of classes that libraries make at run time. */
    private static final String[] MADE = {"$$", "$Proxy", "$MockitoMock$", "$ByteBuddy$", "EnhancerBy", "_$_javassist"};

    /** Ends of names of sources that compilers write into classes. */
    private static final String[] SOURCES = {".java", ".kt", ".scala", ".groovy", ".aj", ".clj"};

    private final Scope scope;
    private final Copies copies;
    private final TestClasses tests;
    private final AtomicInteger inMemory = new AtomicInteger();

    /** @param tests says whether this JVM has tests: a build tool's own loaders need no search of the project */
    Places(Scope scope, TestClasses tests) {
        this.scope = scope;
        this.tests = tests;
        this.copies = new Copies(scope.root());
    }

    /**
     * Returns the location of a class that is being defined, or redefined unless {@code isNew}, given by its internal
     * name.
     */
    Location of(ClassLoader loader, String internal, ProtectionDomain domain, byte[] classFile, boolean isNew) {
        Location said = scope.locationOf(domain);
        if (isHomeOf(said, internal)) {
            boolean mayBeCopy = isOfMadeLoader(loader, said) || said.isOfImage();
            return mayBeCopy && copies.isOne(internal, classFile) ? said.ofProject() : said;
        }
        if (!isCompiled(internal, classFile)) {
            return said;
        }
        Location found = find(loader, internal);
        if (found != null) {
            return found;
        }
        if (!scope.mayHaveMemory(internal.replace('/', '.'))) {
            return said;
        }
        int before = isNew ? inMemory.getAndIncrement() : 0;
        if (before == MOST_IN_MEMORY) {
            Core.refuse(internal.replace('/', '.'), TOO_MANY);
        }
        return before < MOST_IN_MEMORY ? Location.MEMORY : said;
    }

    /** Returns the location of a class of the boot loader; null if that is the JDK or the agent. */
    Location ofBoot(String internal) {
        return internal == null || startsWithAny(internal, BOOT) ? null : find(null, internal);
    }

    /** Returns the location of a class that was defined without asking, given by its internal name. */
    Location ofDefined(Class<?> defined, String internal, ProtectionDomain domain) {
        Location said = scope.locationOf(domain);
        Location found = isHomeOf(said, internal) ? null : find(defined.getClassLoader(), internal);
        return found == null ? said : found;
    }

    /** Whether a loader made at run time defines classes from a place outside of the project that is no repository. */
    private boolean isOfMadeLoader(ClassLoader loader, Location said) {
        return tests.mayHaveTests()
                && !said.inProject
                && !said.testOutput
                && !said.isRepository()
                && loader != ClassLoader.getSystemClassLoader();
    }

    /** Whether the location may hold the class. A folder of the project may hold any: tools define classes for it. */
    private static boolean isHomeOf(Location location, String internal) {
        return location.path != null && !(location.testOutput && !location.archive && !isFile(location.path, internal));
    }

    private static boolean isFile(final String folder, final String internal) {
        // Application code on the stack may lack the permission to read files.
        return AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                return new File(folder, internal + ".class").isFile();
            }
        });
    }

    /** Whether a class has lines of a source, and not the name of one that a library made. */
    private static boolean isCompiled(String internal, byte[] classFile) {
        for (String part : MADE) {
            if (internal.contains(part)) {
                return false;
            }
        }
        try {
            String source = OpenClass.read(classFile).plan.sourceFile;
            for (String end : SOURCES) {
                if (source != null && source.endsWith(end)) {
                    return true;
                }
            }
            return false;
        } catch (Refused withoutLines) {
            return false;
        }
    }

    private Location find(final ClassLoader loader, final String internal) {
        return AccessController.doPrivileged(new PrivilegedAction<Location>() {
            @Override
            public Location run() {
                try {
                    URL file = ClassFiles.near(loader, internal);
                    return file == null ? null : scope.locationAt(ClassFiles.root(file, internal));
                } catch (RuntimeException unknown) {
                    return null;
                }
            }
        });
    }

    private static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
