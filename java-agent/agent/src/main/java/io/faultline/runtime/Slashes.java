package io.faultline.runtime;

import java.io.File;

/** Paths in comparable form: with slashes on every operating system and, on Windows, a leading drive. */
public final class Slashes {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private Slashes() {}

    /** Converts a path of this operating system, or of a URL, which has a slash before the drive. */
    public static String of(String path) {
        return of(path, WINDOWS);
    }

    static String of(String path, boolean windows) {
        if (!windows) {
            return path;
        }
        String slashed = path.replace('\\', '/');
        String bare = slashed.startsWith("/") && hasDrive(slashed, 1) ? slashed.substring(1) : slashed;
        // Windows reports drive letters in either case.
        return hasDrive(bare, 0) ? Character.toUpperCase(bare.charAt(0)) + bare.substring(1) : bare;
    }

    private static boolean hasDrive(String path, int at) {
        return path.length() > at + 1 && path.charAt(at + 1) == ':' && Character.isLetter(path.charAt(at));
    }
}
