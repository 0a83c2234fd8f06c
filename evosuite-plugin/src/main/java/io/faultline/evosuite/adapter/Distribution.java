package io.faultline.evosuite.adapter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An EvoSuite distribution: its version, the names of the libraries inside it, and the classes that its loader sees.
 *
 * <p>The runnable jar has its libraries below {@code org/evosuite/shaded/}; the artifacts {@code evosuite-client} and
 * {@code evosuite-runtime} depend on the same libraries under their own names.
 */
public final class Distribution {
    /** The only version in Maven Central, for which all seams are made. */
    public static final String RELEASED = "1.0.6";

    private static final String SHADED = "org/evosuite/shaded/";

    public final String version;
    public final ClassLoader loader;
    private final boolean shaded;

    public Distribution(String version, boolean shaded, ClassLoader loader) {
        this.version = version;
        this.shaded = shaded;
        this.loader = loader;
    }

    /** Returns the distribution that a loader sees: the search, or the runtime needed by its tests. */
    public static Distribution of(String version, ClassLoader loader) {
        boolean shaded = loader.getResource(SHADED + "net/bytebuddy/ClassFileVersion.class") != null;
        return new Distribution(version, shaded, loader);
    }

    /** Converts an internal name or descriptor from the runnable jar to this distribution. */
    public String name(String inRunnableJar) {
        return shaded ? inRunnableJar : inRunnableJar.replace(SHADED, "");
    }

    /** Whether EvoSuite's loader sees a class. */
    public boolean has(String internalName) {
        return loader.getResource(internalName + ".class") != null;
    }

    /** Returns the class file that EvoSuite's loader would define, or null. */
    public byte[] read(String internalName) throws IOException {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : readAll(in);
        }
    }

    /** Reads the rest of a stream. */
    public static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            out.write(buffer, 0, n);
        }
        return out.toByteArray();
    }
}
