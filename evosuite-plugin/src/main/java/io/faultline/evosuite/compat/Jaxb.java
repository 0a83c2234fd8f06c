package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Host;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarFile;

/** Provides JAXB, which left the JDK with Java 11, for the XML records of {@code -continuous}. */
public final class Jaxb extends Seam {
    /** The released jars in the agent's jar. */
    private static final String FOLDER = "/META-INF/faultline/jaxb/";

    private static final String[] JARS = {"jaxb-impl.jar", "jakarta.activation.jar"};
    private static boolean provided;

    public Jaxb() {
        super(
                "continuous.persistency.StorageManager.getProject, commitDatabase",
                "brings an implementation of JAXB along, unless the JDK or the class path has one",
                "`-continuous` and the Maven plugin end: \"Implementation of JAXB-API has not been found\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/continuous/persistency/StorageManager");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        byte[] reads = Weaving.atEntry(
                classFile,
                "getProject",
                "(Ljava/io/File;Ljava/io/InputStream;)Lorg/evosuite/xsd/Project;",
                m -> Weaving.call(m, Jaxb.class, "provide", "()V"));
        return Weaving.atEntry(
                reads,
                "commitDatabase",
                "(Lorg/evosuite/xsd/Project;)V",
                m -> Weaving.call(m, Jaxb.class, "provide", "()V"));
    }

    /**
     * Appends an implementation to the class path, once. Errors: {@link IllegalStateException} if it cannot be
     * unpacked.
     */
    public static synchronized void provide() {
        if (provided
                || has("com.sun.xml.internal.bind.v2.ContextFactory")
                || has("com.sun.xml.bind.v2.ContextFactory")) {
            return;
        }
        for (String jar : JARS) {
            try {
                Host.instrumentation().appendToSystemClassLoaderSearch(new JarFile(unpack(jar)));
            } catch (IOException e) {
                throw new IllegalStateException("JAXB could not be unpacked", e);
            }
        }
        provided = true;
    }

    private static boolean has(String className) {
        try {
            Class.forName(className, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static File unpack(String jar) throws IOException {
        File file = File.createTempFile("faultline-", "-" + jar);
        file.deleteOnExit();
        try (InputStream in = Jaxb.class.getResourceAsStream(FOLDER + jar)) {
            if (in == null) {
                throw new IOException("the agent's jar has no " + jar);
            }
            Files.copy(in, file.toPath(), StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
