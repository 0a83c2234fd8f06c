package io.faultline.plugins;

import java.io.File;
import java.util.Locale;

/**
 * A supported platform: an operating system, a processor, and on Linux a C library.
 *
 * <p>The platforms are those of {@code release/platforms.sh}.
 */
public enum Platform {
    LINUX_X86_64("linux-x86_64"),
    LINUX_AARCH64("linux-aarch64"),
    LINUX_X86_64_MUSL("linux-x86_64-musl"),
    LINUX_AARCH64_MUSL("linux-aarch64-musl"),
    MACOS_X86_64("macos-x86_64"),
    MACOS_AARCH64("macos-aarch64"),
    WINDOWS_X86_64("windows-x86_64");

    /** The resource folder of the agents in both plugins' jars; programs are in subfolders named by platform. */
    public static final String RESOURCES = "META-INF/faultline/";

    private final String label;

    Platform(String label) {
        this.label = label;
    }

    /** The platform of this machine. Errors: {@link Unsupported}. */
    public static Platform here() throws Unsupported {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), new File("/"));
    }

    /**
     * The platform of a JVM. The JVM's own architecture counts: it cannot load a native agent library for another
     * processor.
     *
     * <p>Errors: {@link Unsupported} if there is no program for the platform.
     *
     * @param os its {@code os.name}
     * @param arch its {@code os.arch}
     * @param root {@code /}, or a folder with the same layout
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
        throw new Unsupported(
                "Faultline runs on Linux and macOS on x86-64 and aarch64, and on Windows on x86-64, not on " + os
                        + " on " + arch);
    }

    /** The name of the program's file. */
    public String program() {
        return this == WINDOWS_X86_64 ? "faultline.exe" : "faultline";
    }

    /** The resource of the program in a plugin's jar, which need not contain it. */
    public String resource() {
        return RESOURCES + label + "/" + program();
    }

    /** The name in folders, archives and classifiers: {@code linux-x86_64}. */
    @Override
    public String toString() {
        return label;
    }

    private static String system(String os) {
        // Ports of older JDKs report "Darwin".
        if (os.startsWith("mac") || os.equals("darwin")) {
            return "macos";
        }
        // The name includes the release: "Windows 11", "Windows Server 2022".
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
     * Whether a Linux has musl and no glibc. Debian offers musl as a package beside its glibc. Conversely, Alpine's
     * gcompat only looks like glibc; the musl program links its C library statically and needs neither.
     */
    private static boolean isMusl(File root, String processor) {
        boolean glibc = new File(root, "lib64/ld-linux-x86-64.so.2").exists()
                || new File(root, "lib/ld-linux-aarch64.so.1").exists();
        return new File(root, "lib/ld-musl-" + processor + ".so.1").exists()
                && (!glibc || new File(root, "lib/libgcompat.so.0").exists());
    }

    /** Thrown if Faultline is not built for this machine; the message is a clause that says so. */
    public static final class Unsupported extends Exception {
        Unsupported(String message) {
            super(message);
        }
    }
}
