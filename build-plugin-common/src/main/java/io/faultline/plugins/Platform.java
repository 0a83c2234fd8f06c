package io.faultline.plugins;

import java.io.File;
import java.util.Locale;

/**
 * A platform that there is a program for: an operating system on a processor, on Linux with a C library.
 *
 * <p>They are those of {@code release/platforms.sh}.
 */
public enum Platform {
    LINUX_X86_64("linux-x86_64"),
    LINUX_AARCH64("linux-aarch64"),
    LINUX_X86_64_MUSL("linux-x86_64-musl"),
    LINUX_AARCH64_MUSL("linux-aarch64-musl"),
    MACOS_X86_64("macos-x86_64"),
    MACOS_AARCH64("macos-aarch64"),
    WINDOWS_X86_64("windows-x86_64");

    /** Where both plugins' jars hold agents, and programs in folders that are named by platforms. */
    public static final String RESOURCES = "META-INF/faultline/";

    private final String label;

    Platform(String label) {
        this.label = label;
    }

    /** This machine's. Errors: {@link Unsupported}. */
    public static Platform here() throws Unsupported {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), new File("/"));
    }

    /**
     * The platform of a JVM. What counts is what the JVM was built for: it loads no agent's core made for another processor.
     *
     * <p>Errors: {@link Unsupported} where there is no program for it.
     *
     * @param os its {@code os.name}
     * @param arch its {@code os.arch}
     * @param root {@code /}, or a folder laid out like it
     */
    static Platform of(String os, String arch, File root) throws Unsupported {
        String system = system(os.trim().toLowerCase(Locale.ROOT));
        String processor = processor(arch.trim().toLowerCase(Locale.ROOT));
        String library = system.equals("linux") && isMusl(root, processor) ? "-musl" : "";
        for (Platform platform : values()) {
            if (platform.label.equals(system + "-" + processor + library)) {
                return platform;
            }
        }
        throw new Unsupported("Faultline runs on Linux and macOS on x86-64 and aarch64, and on Windows on x86-64, not on " + os + " on " + arch);
    }

    /** What the program's file is called. */
    public String program() {
        return this == WINDOWS_X86_64 ? "faultline.exe" : "faultline";
    }

    /** Where a plugin's jar has the program, if it has this platform's. */
    public String resource() {
        return RESOURCES + label + "/" + program();
    }

    /** As folders, archives and classifiers are named: {@code linux-x86_64}. */
    @Override
    public String toString() {
        return label;
    }

    private static String system(String os) {
        // "Darwin" is what ports of older JDKs say.
        if (os.startsWith("mac") || os.equals("darwin")) {
            return "macos";
        }
        // "Windows 11", "Windows Server 2022": the name has the release.
        return os.startsWith("windows") ? "windows" : os;
    }

    private static String processor(String arch) {
        switch (arch) {
            case "amd64":
            case "x86-64":
            case "x64":
                return "x86_64";
            case "arm64":
                return "aarch64";
            default:
                return arch;
        }
    }

    /**
     * Has a Linux musl and no glibc? Debian has musl as a package beside its glibc. The other way round, Alpine's gcompat only
     * looks like glibc; musl's program has its C library in it and needs neither.
     */
    private static boolean isMusl(File root, String processor) {
        boolean glibc = new File(root, "lib64/ld-linux-x86-64.so.2").exists()
                || new File(root, "lib/ld-linux-aarch64.so.1").exists();
        return new File(root, "lib/ld-musl-" + processor + ".so.1").exists()
                && (!glibc || new File(root, "lib/libgcompat.so.0").exists());
    }

    /** This machine is none that Faultline was built for; the message says so in half a sentence. */
    public static final class Unsupported extends Exception {
        Unsupported(String message) {
            super(message);
        }
    }
}
