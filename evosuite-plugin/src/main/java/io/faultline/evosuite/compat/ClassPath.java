package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Host;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.Opcodes;

/**
 * Extends the class path of the running JVM through the agent: since Java 9 its loader is no {@code URLClassLoader}.
 */
public final class ClassPath extends Seam {
    public ClassPath() {
        super(
                "classpath.ClassPathHacker.addURL",
                "appends to the system loader's search through the agent; a folder by way of a jar that names it",
                "ClassCastException of AppClassLoader; with an empty body the master cannot read what the client sends");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/classpath/ClassPathHacker");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.replaceBody(classFile, "addURL", "(Ljava/net/URL;)V", m -> {
            m.visitVarInsn(Opcodes.ALOAD, 0);
            Weaving.call(m, ClassPath.class, "append", "(Ljava/net/URL;)V");
            m.visitInsn(Opcodes.RETURN);
        });
    }

    /** Appends a jar or a folder; ignores missing entries, as class paths do. */
    public static void append(URL entry) throws IOException {
        File file;
        try {
            file = new File(entry.toURI());
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("no file: " + entry, e);
        }
        File jar = file.isDirectory() ? pathing(file) : file;
        if (jar.isFile()) {
            Host.instrumentation().appendToSystemClassLoaderSearch(new JarFile(jar));
        }
    }

    /**
     * Returns a jar for a folder, because only jars can be appended: it is empty, and its manifest names the folder.
     */
    static File pathing(File folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(Attributes.Name.CLASS_PATH, folder.toURI().toASCIIString());
        File jar = File.createTempFile("faultline-path", ".jar");
        jar.deleteOnExit();
        new JarOutputStream(new FileOutputStream(jar), manifest).close();
        return jar;
    }
}
