package io.faultline.agent;

import java.io.File;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.util.jar.JarFile;

/**
 * The entry point of the agent.
 *
 * <p>The manifest's {@code Boot-Class-Path} names the jar, so the boot loader defines this class and all others, and
 * the application does not find them through its loaders. If the jar was renamed, that entry is invalid: this class,
 * defined by the system loader, then appends the jar to the boot path and delegates to its twin there. It must not
 * touch any other class of ours before.
 *
 * <p>Errors: none; on failure one line on stderr says why the agent is inactive.
 */
public final class Premain {
    private static final String SELF = "io/faultline/agent/Premain.class";

    private Premain() {}

    /** Called by the JVM before {@code main}. */
    public static void premain(String options, Instrumentation instrumentation) {
        String problem;
        try {
            File jar = jar();
            if (jar == null) {
                problem = "the agent cannot find its own jar";
            } else if (Premain.class.getClassLoader() == null) {
                problem = Agent.start(options, jar, instrumentation);
            } else {
                handOver(options, jar, instrumentation);
                problem = null;
            }
        } catch (Throwable e) {
            problem = "the agent failed to start: " + e;
        }
        if (problem != null) {
            tell(problem.replace('\n', ' ') + "; this JVM runs without recording");
        }
    }

    /** Prints one line for users. */
    static void tell(String line) {
        PrintStream err = System.err;
        err.println("faultline: " + Printable.line(line));
    }

    private static void handOver(String options, File jar, Instrumentation instrumentation) throws Exception {
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        Class.forName(Premain.class.getName(), true, null)
                .getMethod("premain", String.class, Instrumentation.class)
                .invoke(null, options, instrumentation);
    }

    /** Returns the jar of this class. The boot loader has no code sources, but finds resources. */
    private static File jar() throws Exception {
        URL found = ClassLoader.getSystemResource(SELF);
        if (found == null) {
            return null;
        }
        String url = found.toExternalForm();
        int end = url.lastIndexOf("!/");
        if (!url.startsWith("jar:") || end < 0) {
            return null;
        }
        return new File(new URI(url.substring("jar:".length(), end)));
    }
}
