package io.faultline.evosuite.adapter;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the loader of project classes in generated tests report the origin and the original file of each class.
 *
 * <p>Only if those tests are recorded: the recorder recognises project classes by origin, and versions of a class by
 * the bytes of its file, which this loader changes.
 */
public final class RecordedClasses extends Seam {
    private static final String LOADER = "org/evosuite/runtime/instrumentation/EvoClassLoader";
    private static final String WITHOUT_DOMAIN = "(Ljava/lang/String;[BII)Ljava/lang/Class;";
    private static final String WITH_DOMAIN =
            "(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;";

    private static final Constructor<? extends ProtectionDomain> ORIGINAL_DOMAIN = constructor();

    public RecordedClasses() {
        super(
                "runtime.instrumentation.EvoClassLoader.instrumentClass",
                "defines classes with the code source that they have without EvoSuite, and hands the recorder the class "
                        + "file as it was; only under the recording agent",
                "`faultline run` records rows of generated tests, but no class without `--include`, and with it another "
                        + "version of each than the project's own tests have");
    }

    /** Whether the recording agent is in this JVM. */
    public static boolean areWanted() {
        try {
            Class.forName("java.lang.$Faultline", false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(LOADER);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        boolean[] met = {false};
        String instrumentClass = "(Ljava/lang/String;)Ljava/lang/Class;";
        return Weaving.inside(
                classFile,
                "instrumentClass",
                instrumentClass,
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitMethodInsn(
                            int opcode, String owner, String name, String descriptor, boolean isInterface) {
                        if (name.equals("defineClass") && descriptor.equals(WITHOUT_DOMAIN)) {
                            met[0] = true;
                            // Stack: this, name, bytes, offset, length
                            super.visitVarInsn(Opcodes.ALOAD, 1);
                            super.visitLdcInsn(Type.getObjectType(LOADER));
                            Weaving.call(
                                    mv,
                                    RecordedClasses.class,
                                    "domain",
                                    "(Ljava/lang/String;Ljava/lang/Class;)Ljava/security/ProtectionDomain;");
                            super.visitMethodInsn(opcode, owner, name, WITH_DOMAIN, isInterface);
                        } else {
                            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                        }
                    }
                },
                () -> met[0],
                "definition of a class");
    }

    /**
     * Returns the domain for a class by name, or null for the loader's own.
     *
     * @param near a class whose loader has the project's classes
     */
    public static ProtectionDomain domain(String className, Class<?> near) {
        String file = className.replace('.', '/') + ".class";
        URL found = near.getClassLoader().getResource(file);
        URL source = found == null ? null : source(found.toExternalForm(), file);
        if (source == null) {
            return null;
        }
        CodeSource place = new CodeSource(source, (Certificate[]) null);
        // A recorder of another release, without support for original files, identifies the class by the changed file.
        byte[] classFile = ORIGINAL_DOMAIN == null ? null : read(found);
        return classFile == null ? new ProtectionDomain(place, null) : original(place, classFile);
    }

    private static ProtectionDomain original(CodeSource place, byte[] classFile) {
        try {
            return ORIGINAL_DOMAIN.newInstance(place, classFile);
        } catch (ReflectiveOperationException e) {
            return new ProtectionDomain(place, null);
        }
    }

    /** Returns the recorder's class for domains with the class file, or null if there is none. */
    private static Constructor<? extends ProtectionDomain> constructor() {
        try {
            return Class.forName("io.faultline.runtime.OriginalDomain", true, null)
                    .asSubclass(ProtectionDomain.class)
                    .getConstructor(CodeSource.class, byte[].class);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Reads a URL, or returns null. */
    private static byte[] read(URL place) {
        try (InputStream in = place.openStream()) {
            return Distribution.readAll(in);
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the folder or archive of a class file, or null. */
    static URL source(String found, String file) {
        String inJar = "!/" + file;
        String place;
        if (found.startsWith("jar:") && found.endsWith(inJar)) {
            place = found.substring("jar:".length(), found.length() - inJar.length());
        } else if (found.startsWith("file:") && found.endsWith("/" + file)) {
            place = found.substring(0, found.length() - file.length());
        } else {
            return null;
        }
        try {
            return new URL(place);
        } catch (MalformedURLException e) {
            return null;
        }
    }
}
