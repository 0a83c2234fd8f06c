package io.faultline.bridge;

import java.util.Locale;

/**
 * A supported platform: an operating system on a processor.
 *
 * <p>{@link CLibrary} determines the C library of a Linux; neither {@code os.name} nor {@code os.arch} does.
 */
enum Platform {
    LINUX_X86_64("linux-x86_64", "libfaultline.so"),
    LINUX_AARCH64("linux-aarch64", "libfaultline.so"),
    MACOS_X86_64("macos-x86_64", "libfaultline.dylib"),
    MACOS_AARCH64("macos-aarch64", "libfaultline.dylib"),
    WINDOWS_X86_64("windows-x86_64", "faultline.dll");

    /** The supported platforms, for messages. */
    static final String ALL = "Linux and macOS on x86_64 and aarch64, and Windows on x86_64";

    private final String folder;

    /** The operating system's name for this library. */
    final String file;

    Platform(String folder, String file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * Returns the platform of a JVM; null if it is not supported. It is the platform the JVM was built for: an Intel
     * JVM on Apple silicon reports {@code x86_64}, and loads only such libraries.
     *
     * @param os its {@code os.name}
     * @param arch its {@code os.arch}
     */
    static Platform of(String os, String arch) {
        String system = system(lower(os));
        String processor = processor(lower(arch));
        for (Platform platform : values()) {
            if (platform.folder.equals(system + "-" + processor)) {
                return platform;
            }
        }
        return null;
    }

    boolean isLinux() {
        return this == LINUX_X86_64 || this == LINUX_AARCH64;
    }

    /** Whether mapped files can be deleted, and folders restricted to a user by mode; not on Windows. */
    boolean isPosix() {
        return this != WINDOWS_X86_64;
    }

    /** Returns the processor as in {@code ld-musl-x86_64.so.1}. */
    String processor() {
        return folder.substring(folder.indexOf('-') + 1);
    }

    /** Returns the jar entry of the core. */
    String entry(CLibrary library) {
        String suffix = library == CLibrary.MUSL ? "-musl" : "";
        return "META-INF/faultline/" + folder + suffix + "/" + file;
    }

    private static String system(String os) {
        if (os.equals("linux")) {
            return "linux";
        }
        // Ports of older JDKs report "Darwin".
        if (os.startsWith("mac") || os.equals("darwin")) {
            return "macos";
        }
        // Names include the release: "Windows 11", "Windows Server 2022".
        return os.startsWith("windows") ? "windows" : null;
    }

    private static String processor(String arch) {
        switch (arch) {
            case "amd64":
            case "x86_64":
            case "x86-64":
            case "x64":
                return "x86_64";
            case "aarch64":
            case "arm64":
                return "aarch64";
            default:
                return null;
        }
    }

    private static String lower(String name) {
        return name == null ? "" : name.trim().toLowerCase(Locale.ROOT);
    }
}
