package io.faultline.plugins;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Properties;

/**
 * SHA-256 hashes of the programs released with a plugin, stored in its jar. A fetched program runs only if it matches,
 * whichever repository it came from.
 */
public final class ProgramHashes {
    /** A line {@code PLATFORM=HASH} for each platform of the release; absent from the jar of an unreleased plugin. */
    static final String RESOURCE = Platform.RESOURCES + "programs.properties";

    private ProgramHashes() {}

    /**
     * Verifies a fetched program; does nothing if the jar contains no hashes. Errors: the program differs from the
     * released one; the message says what to do.
     *
     * @param resources the plugin's jar
     * @param program the file fetched for the platform
     */
    public static void verify(ClassLoader resources, Platform platform, File program) throws IOException {
        Properties hashes = new Properties();
        try (InputStream in = resources.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                return;
            }
            hashes.load(in);
        }
        String expected = hashes.getProperty(platform.toString());
        if (expected == null) {
            throw new IOException(program + " is not run: no program for " + platform
                    + " was released with this plugin; build Faultline for it");
        }
        String found = sha256(program.toURI().toURL());
        if (!expected.equals(found)) {
            throw new IOException(program
                    + " is not run: it is not the program that was released with this plugin, for its SHA-256 is "
                    + found + " and not " + expected
                    + "; delete it, and ask who keeps the repository that it came from");
        }
    }

    /** SHA-256 in hexadecimal digits, as printed by {@code sha256sum}. */
    static String sha256(URL file) throws IOException {
        try (DigestInputStream in = new DigestInputStream(file.openStream(), MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[1 << 16];
            while (in.read(buffer) >= 0) {
                continue;
            }
            StringBuilder hash = new StringBuilder(64);
            for (byte b : in.getMessageDigest().digest()) {
                hash.append(String.format("%02x", b));
            }
            return hash.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
