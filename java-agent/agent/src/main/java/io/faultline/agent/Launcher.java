package io.faultline.agent;

import io.faultline.runtime.Slashes;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Decides whether a {@code java} that is about to start can be given an agent.
 *
 * <p>A runtime image without the module {@code java.instrument}, and Java before 8, exit at once with an agent, so no
 * test would run. The {@code release} file describes a runtime; without one it counts as a full JDK. Threads: any.
 * Cost: one small file per program, once.
 */
final class Launcher {
    private static final int OLDEST = 8;

    private static final Map<String, Boolean> KNOWN = new HashMap<>();

    private Launcher() {}

    /** Whether a program accepts an agent; if not, prints one line on stderr once per program. */
    static boolean takesAgent(final String program) {
        synchronized (KNOWN) {
            Boolean known = KNOWN.get(program);
            if (known != null) {
                return known;
            }
            // This thread of the application may lack the permission to read files.
            String reason = AccessController.doPrivileged(new PrivilegedAction<String>() {
                @Override
                public String run() {
                    return whyNot(program);
                }
            });
            KNOWN.put(program, reason == null);
            if (reason != null) {
                tell(program + " " + reason);
            }
            return reason == null;
        }
    }

    /** Returns the file that a bare name stands for; the name itself if there is none or the path is unknown. */
    static String found(final String program, final String path) {
        if (path == null || Slashes.of(program).indexOf('/') >= 0) {
            return program;
        }
        return AccessController.doPrivileged(new PrivilegedAction<String>() {
            @Override
            public String run() {
                for (String folder : path.split(File.pathSeparator)) {
                    File file = new File(folder, program);
                    if (file.isFile() && file.canExecute()) {
                        return file.getPath();
                    }
                }
                return program;
            }
        });
    }

    /** Prints one line about a program that is started without the agent. */
    static void tell(String why) {
        PrintStream err = System.err;
        err.println("faultline: " + Printable.line(why) + "; it runs without recording");
    }

    /** Returns null, or the reason why a program does not accept an agent. */
    static String whyNot(String program) {
        Properties release = release(program);
        String modules = release == null ? null : release.getProperty("MODULES");
        if (modules != null && !(" " + unquoted(modules) + " ").contains(" java.instrument ")) {
            return "has no module java.instrument";
        }
        String version = release == null ? null : release.getProperty("JAVA_VERSION");
        if (version != null && feature(unquoted(version)) < OLDEST) {
            return "is of Java " + unquoted(version) + ", older than " + OLDEST;
        }
        return null;
    }

    /** Reads the file in the home folder of {@code bin/java}; null if there is none. */
    private static Properties release(String program) {
        if (Slashes.of(program).indexOf('/') < 0) {
            return null; // a bare name that no known folder has
        }
        try {
            File bin = new File(program).getCanonicalFile().getParentFile();
            File home = bin == null ? null : bin.getParentFile();
            if (home != null && home.getName().equals("jre") && !new File(home, "release").isFile()) {
                home = home.getParentFile();
            }
            File file = home == null ? null : new File(home, "release");
            if (file == null || !file.isFile()) {
                return null;
            }
            Properties release = new Properties();
            try (InputStream in = new FileInputStream(file)) {
                release.load(in);
            }
            return release;
        } catch (IOException | RuntimeException unknown) {
            return null;
        }
    }

    private static String unquoted(String value) {
        String text = value.trim();
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Parses a version: 8 of {@code 1.8.0_392}, 17 of {@code 17.0.9}; the largest number if it is invalid. */
    private static int feature(String version) {
        String[] parts = version.split("[^0-9]+");
        try {
            int first = Integer.parseInt(parts[0]);
            return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
        } catch (RuntimeException unknown) {
            return Integer.MAX_VALUE;
        }
    }
}
