package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.objectweb.asm.ClassReader;

/**
 * Replaces EvoSuite's ASM 6, which reads class files up to Java 9, by ASM 9.
 *
 * <p>All classes of the released jars are defined in EvoSuite's loader, under the names that EvoSuite uses, before it
 * requests the first one. So the versions never mix, whatever the loading order.
 */
public final class AsmClasses {
    private static final String FOLDER = "/META-INF/faultline/asm/";
    private static final String[] JARS = {
        "asm.jar", "asm-tree.jar", "asm-analysis.jar", "asm-commons.jar", "asm-util.jar"
    };

    /** Assembled at run time, because the build relocates strings that name ASM. */
    static final String NAME = String.join("/", "org", "objectweb", "asm", "");

    private static final String SHADED = "org/evosuite/shaded/" + NAME;

    /** Class files by internal name, as used by this EvoSuite. */
    private final Map<String, byte[]> classFiles;

    private AsmClasses(Map<String, byte[]> classFiles) {
        this.classFiles = classFiles;
    }

    /** Reads the classes from the agent's jar. Errors: {@link IOException} if they are missing. */
    public static AsmClasses read(Distribution evosuite) throws IOException {
        String prefix = evosuite.name(SHADED);
        Map<String, byte[]> classFiles = new LinkedHashMap<>();
        for (String jar : JARS) {
            try (InputStream in = AsmClasses.class.getResourceAsStream(FOLDER + jar)) {
                if (in == null) {
                    throw new IOException("the agent's jar has no " + jar);
                }
                add(new ZipInputStream(in), prefix, classFiles);
            }
        }
        return new AsmClasses(classFiles);
    }

    private static void add(ZipInputStream jar, String prefix, Map<String, byte[]> classFiles) throws IOException {
        for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
            String file = entry.getName();
            if (file.startsWith(NAME) && file.endsWith(".class")) {
                String name = file.substring(0, file.length() - ".class".length());
                byte[] classFile = LenientAsm.patch(name, Distribution.readAll(jar));
                classFiles.put(prefix + name.substring(NAME.length()), ConstantPool.replace(classFile, NAME, prefix));
            }
        }
    }

    /** Returns the class file for an internal name, or null. */
    public byte[] get(String internalName) {
        return classFiles.get(internalName);
    }

    /** Returns the number of classes. */
    public int size() {
        return classFiles.size();
    }

    /**
     * Defines all classes, superclasses first.
     *
     * @param domain that of EvoSuite's classes, so that the sandbox treats them equally
     * @param loading a class that the JVM is about to define itself, which is skipped
     * <p>Errors: {@link IllegalStateException} if the loader has one of them already.
     */
    public void defineIn(ClassLoader loader, ProtectionDomain domain, String loading) {
        try {
            Method define = ClassLoader.class.getDeclaredMethod(
                    "defineClass", String.class, byte[].class, int.class, int.class, ProtectionDomain.class);
            define.setAccessible(true);
            Map<String, byte[]> left = new LinkedHashMap<>(classFiles);
            left.remove(loading);
            while (!left.isEmpty()) {
                define(left.keySet().iterator().next(), left, define, loader, domain);
            }
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("a class of ASM was loaded too early: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM does not allow defining classes: " + e, e);
        }
    }

    /** Defines a class. This loads its superclass and interfaces, which must have been defined before. */
    private static void define(
            String name, Map<String, byte[]> left, Method define, ClassLoader loader, ProtectionDomain domain)
            throws ReflectiveOperationException {
        byte[] classFile = left.remove(name);
        if (classFile == null) {
            return; // defined, or not part of ASM
        }
        ClassReader reader = new ClassReader(classFile);
        define(reader.getSuperName(), left, define, loader, domain);
        for (String implemented : reader.getInterfaces()) {
            define(implemented, left, define, loader, domain);
        }
        define.invoke(loader, name.replace('/', '.'), classFile, 0, classFile.length, domain);
    }
}
