package io.faultline.bridge;

import java.util.Locale;

/**
 * A platform that there is a core for: an operating system on a processor.
 *
 * <p>Which C library a Linux has is {@link CLibrary}'s to say: neither {@code os.name} nor {@code os.arch} tells.
 */
enum Platform {
    LINUX_X86_64("linux-x86_64", "libfaultline.so"),
    LINUX_AARCH64("linux-aarch64", "libfaultline.so"),
    MACOS_X86_64("macos-x86_64", "libfaultline.dylib"),
    MACOS_AARCH64("macos-aarch64", "libfaultline.dylib"),
    WINDOWS_X86_64("windows-x86_64", "faultline.dll");

    /** For people: what there are cores for. */
    static final String ALL = "Linux and macOS on x86_64 and aarch64, and Windows on x86_64";

    private final String folder;

    /** What the operating system calls a library of that name. */
    final String file;

    Platform(String folder, String file) {
        this.folder = folder;
        this.file = file;
    }

    /**
     * The platform of a JVM; null where there is no core for it. What counts is what the JVM was built for: on a Mac of
     * Apple's own processors one for Intel's says {@code x86_64}, and loads nothing else.
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

    /** Can a file that is mapped be deleted, and a folder be made for one user alone by its mode? Not on Windows. */
    boolean isPosix() {
        return this != WINDOWS_X86_64;
    }

    /** As in {@code ld-musl-x86_64.so.1}. */
    String processor() {
        return folder.substring(folder.indexOf('-') + 1);
    }

    /** Where the jar holds the core. */
    String entry(CLibrary library) {
        String suffix = library == CLibrary.MUSL ? "-musl" : "";
        return "META-INF/faultline/" + folder + suffix + "/" + file;
    }

    private static String system(String os) {
        if (os.equals("linux")) {
            return "linux";
        }
        // "Darwin" is what ports of older JDKs say.
        if (os.startsWith("mac") || os.equals("darwin")) {
            return "macos";
        }
        // "Windows 11", "Windows Server 2022": the name has the release.
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
