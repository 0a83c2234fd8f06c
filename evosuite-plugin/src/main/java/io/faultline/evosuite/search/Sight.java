package io.faultline.evosuite.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The lines that a search sees: of all classes that the failing test covers and that can be loaded. */
final class Sight {
    final LineTable table = new LineTable();

    /** Classes whose files were not found or could not be read. */
    final List<String> missing = new ArrayList<>();

    /** Reads the class files of these classes, by binary name. */
    static Sight of(List<String> classes, ClassLoader loader) {
        Sight sight = new Sight();
        for (String name : classes) {
            byte[] classFile = read(name.replace('.', '/') + ".class", loader);
            if (classFile == null) {
                sight.missing.add(name);
                continue;
            }
            try {
                sight.table.add(classFile);
            } catch (RuntimeException unreadable) {
                sight.missing.add(name);
            }
        }
        return sight;
    }

    private static byte[] read(String resource, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(resource)) {
            if (in == null) {
                return null;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            return null;
        }
    }
}
