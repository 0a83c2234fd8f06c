package io.faultline.mutants.worker;

import java.nio.charset.StandardCharsets;

/** Fingerprints of exceptions for comparison: FNV-1a 64 of UTF-8. Calls application code, which may throw. */
final class Fingerprint {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** The minimum number of hexadecimal digits after {@code @} that count as an identity hash. */
    private static final int IDENTITY = 3;

    /** Callers of a test's own code have these prefixes. */
    private static final String[] CALLERS = {
        "org.junit.",
        "junit.",
        "org.testng.",
        "java.lang.reflect.",
        "jdk.internal.reflect.",
        "sun.reflect.",
        "java.lang.invoke."
    };

    private static final String[] OURS = {"io.faultline.mutants.", "io.faultline.runner."};

    private Fingerprint() {}

    /**
     * Fingerprint of the message, with identities ({@code a.B@1f2e3d}) normalised; a missing message counts as empty.
     */
    static long ofMessage(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable broken) {
            message = "?";
        }
        return of(message == null ? "" : withoutIdentities(message));
    }

    /**
     * Fingerprint of the stack frames from the throw to the framework's or a reflective call, without Faultline's
     * frames.
     */
    static long ofTrace(Throwable thrown) {
        StackTraceElement[] frames;
        try {
            frames = thrown.getStackTrace();
        } catch (Throwable broken) {
            frames = null;
        }
        return frames == null ? of("") : of(text(frames));
    }

    private static String text(StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder();
        boolean inside = false;
        for (StackTraceElement frame : frames) {
            String name = frame.getClassName();
            if (isOf(OURS, name)) {
                continue;
            }
            boolean calls = isOf(CALLERS, name);
            if (calls && inside) {
                break;
            }
            // Frames of the framework's assertions are on top; frames of the test's callers are below the test.
            inside = !calls;
            if (inside) {
                text.append(name)
                        .append('.')
                        .append(frame.getMethodName())
                        .append(':')
                        .append(frame.getLineNumber())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static boolean isOf(String[] packages, String className) {
        for (String prefix : packages) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Replaces each {@code @} with three or more hexadecimal digits by {@code @X}. */
    static String withoutIdentities(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (; at >= 0; at = text.indexOf('@', at + 1)) {
            int end = at + 1;
            while (end < text.length() && isHex(text.charAt(end))) {
                end++;
            }
            if (end - at > IDENTITY) {
                result.append(text, from, at).append("@X");
                from = end;
            }
        }
        return result.append(text, from, text.length()).toString();
    }

    private static boolean isHex(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
    }

    static long of(String text) {
        long hash = OFFSET;
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (next & 0xFF)) * PRIME;
        }
        return hash;
    }
}
