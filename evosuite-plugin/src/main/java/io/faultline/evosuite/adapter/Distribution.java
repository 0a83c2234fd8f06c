package io.faultline.evosuite.adapter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The EvoSuite at hand: its version, how it names the libraries inside it, and what its loader sees.
 *
 * <p>The runnable jar holds its libraries below {@code org/evosuite/shaded/}; the artifacts
 * {@code evosuite-client} and {@code evosuite-runtime} depend on the same libraries under their own names.
 */
public final class Distribution {
    /** The only version that Maven Central has, and the one that all seams were made for. */
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

    /** The distribution that a loader sees: the search, or the runtime that its tests need. */
    public static Distribution of(String version, ClassLoader loader) {
        boolean shaded = loader.getResource(SHADED + "net/bytebuddy/ClassFileVersion.class") != null;
        return new Distribution(version, shaded, loader);
    }

    /** An internal name or descriptor, given as the runnable jar has it, as this distribution has it. */
    public String name(String inRunnableJar) {
        return shaded ? inRunnableJar : inRunnableJar.replace(SHADED, "");
    }

    /** Does EvoSuite's loader see this class? */
    public boolean has(String internalName) {
        return loader.getResource(internalName + ".class") != null;
    }

    /** The class file that EvoSuite's loader would define, or null. */
    public byte[] read(String internalName) throws IOException {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : readAll(in);
        }
    }

    /** Everything that is left in a stream. */
    public static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            out.write(buffer, 0, n);
        }
        return out.toByteArray();
    }
}
