package io.faultline.agent;

import java.io.File;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.util.jar.JarFile;

/**
 * Where the JVM enters the agent.
 *
 * <p>The manifest's {@code Boot-Class-Path} names the jar itself, so the boot loader defines this class
 * and all others, and the application finds none of them through its own loaders. When the jar was
 * renamed that entry leads nowhere, and this class, then defined by the system loader, appends the jar
 * to the boot path and hands over to its twin there. It must touch no other class of ours before that.
 *
 * <p>Errors: none leaves; one line on stderr says why the agent stays out of the way.
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

    /** One line for people. */
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

    /** The jar this class came from; the boot loader keeps no code source, but finds resources. */
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
