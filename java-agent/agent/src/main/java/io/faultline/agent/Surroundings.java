package io.faultline.agent;

import io.faultline.javaoptions.OptionText;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The environment and the working directory of a process that is about to start.
 *
 * <p>Errors: a file that cannot be read counts as empty.
 */
final class Surroundings {
    /** Those of this process. */
    static final Surroundings SAME = new Surroundings(null, null);

    /** Maximum size of a file with options. */
    private static final long MOST_BYTES = 4 << 20;

    private final Map<?, ?> environment;
    private final String directory;

    /**
     * @param environment the variables, or null for those of this process
     * @param directory the working directory, or null for that of this process
     */
    Surroundings(Map<?, ?> environment, String directory) {
        this.environment = environment;
        this.directory = directory;
    }

    /** Returns the options in a variable. */
    List<String> variable(String name) {
        String value = value(name);
        return value == null ? Collections.<String>emptyList() : OptionText.ofVariable(value);
    }

    /** Returns the value of a variable; null if it is not set. */
    String value(final String name) {
        // This thread of the application may lack the permission.
        return AccessController.doPrivileged(new PrivilegedAction<String>() {
            @Override
            public String run() {
                Object value = environment == null ? System.getenv(name) : environment.get(name);
                return value instanceof String ? (String) value : null;
            }
        });
    }

    /** Returns the text of a file; empty if it cannot be read. */
    String file(final String path) {
        return AccessController.doPrivileged(new PrivilegedAction<String>() {
            @Override
            public String run() {
                File file = new File(path);
                file = file.isAbsolute() || directory == null ? file : new File(directory, path);
                try {
                    return !file.isFile() || file.length() > MOST_BYTES
                            ? ""
                            : new String(Files.readAllBytes(file.toPath()), Charset.defaultCharset());
                } catch (IOException unreadable) {
                    return "";
                }
            }
        });
    }
}
