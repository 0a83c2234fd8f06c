package io.faultline.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads files of the agent's jar. */
final class OwnFiles {
    private OwnFiles() {}

    /** Reads a file of the jar; null if it does not exist. */
    static byte[] read(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
            if (in == null) {
                return null;
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] some = new byte[4096];
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                all.write(some, 0, read);
            }
            return all.toByteArray();
        }
    }
}
