package io.faultline.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Recognises files written by Faultline by their content. The plugins delete and replace no others, whatever their
 * names.
 */
public final class OurFiles {
    /** First bytes of every recording, of any version: docs/file-format.md. */
    private static final byte[] MAGIC = {(byte) 0x89, 'F', 'L', 'T', '\r', '\n', 0x1a, '\n'};
    /** The name that a JVM gives its file, which exists before its first byte. */
    private static final Pattern NAME_OF_A_JVM = Pattern.compile("\\d+-[0-9a-fA-F]{16}\\.flt");
    /** The start of the program's JSON. */
    private static final Pattern JSON = Pattern.compile("\\s*\\{\\s*\"version\"\\s*:\\s*\\d+\\s*[,}]");
    /** At least as many bytes as {@link #JSON} needs. Units: bytes. */
    private static final int BEGINNING = 256;

    private OurFiles() {}

    /** Whether it is a recording: a regular file, not a link, with the signature of recordings. */
    public static boolean isRecording(Path file) {
        byte[] start = beginning(file, MAGIC.length);
        return Arrays.equals(start, MAGIC)
                || start != null
                        && start.length == 0
                        && NAME_OF_A_JVM.matcher(file.getFileName().toString()).matches();
    }

    /** Whether it is JSON written by a command of the program. */
    public static boolean isJson(Path file) {
        byte[] start = beginning(file, BEGINNING);
        return start != null
                && JSON.matcher(new String(start, StandardCharsets.ISO_8859_1)).lookingAt();
    }

    /** Its first bytes; null if it is not a regular file or cannot be read. */
    private static byte[] beginning(Path file, int most) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = new byte[most];
            int length = 0;
            int read = 0;
            while (length < most && (read = in.read(start, length, most - length)) >= 0) {
                length += read;
            }
            return Arrays.copyOf(start, length);
        } catch (IOException e) {
            return null;
        }
    }
}
