package io.faultline.evosuite.agent;

import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * Waits for the first class of EvoSuite, then weaves everything, and returns woven classes as they load.
 *
 * <p>The first class is loaded by the main thread, before EvoSuite has a sandbox. Later ones load on any thread,
 * including sandboxed ones; then only a look-up remains.
 */
final class Transformer implements ClassFileTransformer {
    private static final String EVOSUITE = "org/evosuite/";

    /** EvoSuite's Maven plugin: this JVM is a build, which starts EvoSuite in other JVMs. */
    private static final String PLUGIN = EVOSUITE + "maven/";

    private static final int FAILED = 1;

    private final Instrumentation instrumentation;
    private volatile Adaptation adaptation;
    private volatile boolean isBuild;

    Transformer(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader == null || name == null || redefined != null) {
            return null;
        }
        Adaptation known = adaptation;
        if (known == null) {
            if (!name.startsWith(EVOSUITE) || isBuild) {
                return null;
            }
            isBuild = name.startsWith(PLUGIN);
            if (isBuild || !seesUs(loader)) {
                return null;
            }
            known = begin(loader, name, domain);
        }
        return loader == known.loader() ? known.woven(name, classFile) : null;
    }

    /** Whether a loader sees the agent's classes, which woven code calls; otherwise EvoSuite stays unchanged. */
    private static boolean seesUs(ClassLoader loader) {
        try {
            return Class.forName(Transformer.class.getName(), false, loader) == Transformer.class;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private synchronized Adaptation begin(ClassLoader loader, String first, ProtectionDomain domain) {
        if (adaptation == null) {
            Adaptation begun;
            try {
                begun = Adaptation.begin(instrumentation, loader, first, domain);
            } catch (Refused refused) {
                begun = refuse(loader, first, refused.getMessage());
            } catch (Throwable e) {
                begun = refuse(loader, first, "EvoSuite could not be adapted: " + e);
            }
            adaptation = begun;
        }
        return adaptation;
    }

    /**
     * Stops EvoSuite, which would fail later and silently. A JVM that runs EvoSuite's tests may run others too, so
     * there EvoSuite stays unchanged.
     */
    private static Adaptation refuse(ClassLoader loader, String first, String sentence) {
        PrintStream err = System.err;
        err.println("faultline: " + sentence.replace('\n', ' '));
        if (Adaptation.isEvoSuite(first)) {
            err.flush();
            Runtime.getRuntime().halt(FAILED);
        }
        return Adaptation.none(loader);
    }
}
