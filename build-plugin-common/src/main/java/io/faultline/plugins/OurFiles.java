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
 * Tells files that Faultline wrote by their content. The plugins delete and replace no others, whatever they are called.
 */
public final class OurFiles {
    /** How every recording begins, of whatever version: docs/file-format.md. */
    private static final byte[] MAGIC = {(byte) 0x89, 'F', 'L', 'T', '\r', '\n', 0x1a, '\n'};
    /** A JVM gives its file this name, which is there before its first byte. */
    private static final Pattern NAME_OF_A_JVM = Pattern.compile("\\d+-[0-9a-fA-F]{16}\\.flt");
    /** How the program's JSON begins. */
    private static final Pattern JSON = Pattern.compile("\\s*\\{\\s*\"version\"\\s*:\\s*\\d+\\s*[,}]");
    /** More than {@link #JSON} needs. Units: bytes. */
    private static final int BEGINNING = 256;

    private OurFiles() {}

    /** Is it a recording: a file of its own, no link, that begins as one? */
    public static boolean isRecording(Path file) {
        byte[] start = beginning(file, MAGIC.length);
        return Arrays.equals(start, MAGIC)
                || start != null && start.length == 0 && NAME_OF_A_JVM.matcher(file.getFileName().toString()).matches();
    }

    /** Is it JSON that a command of the program wrote? */
    public static boolean isJson(Path file) {
        byte[] start = beginning(file, BEGINNING);
        return start != null && JSON.matcher(new String(start, StandardCharsets.ISO_8859_1)).lookingAt();
    }

    /** Its first bytes; null where it is no file of its own or cannot be read. */
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
