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
 * ASM 9 in place of EvoSuite's ASM 6, which reads class files up to Java 9.
 *
 * <p>All classes of the released jars are defined in EvoSuite's own loader, under the names that EvoSuite uses, before it
 * asks for the first of them. So no class of the older one is ever there, and no order of loading can mix the two.
 */
public final class AsmClasses {
    private static final String FOLDER = "/META-INF/faultline/asm/";
    private static final String[] JARS = {"asm.jar", "asm-tree.jar", "asm-analysis.jar", "asm-commons.jar", "asm-util.jar"};

    /** Put together when it runs: the build moves the agent's own ASM, and with it whatever string names ASM. */
    static final String NAME = String.join("/", "org", "objectweb", "asm", "");

    private static final String SHADED = "org/evosuite/shaded/" + NAME;

    /** Class files by internal name, under the names that this EvoSuite uses. */
    private final Map<String, byte[]> classFiles;

    private AsmClasses(Map<String, byte[]> classFiles) {
        this.classFiles = classFiles;
    }

    /** Reads them from the agent's jar. Errors: {@link IOException} if they are not in it. */
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

    /** The class file for an internal name, or null. */
    public byte[] get(String internalName) {
        return classFiles.get(internalName);
    }

    /** How many there are. */
    public int size() {
        return classFiles.size();
    }

    /**
     * Defines them all, superclasses first.
     *
     * @param domain that of EvoSuite's own classes: the sandbox shall not tell them apart
     * @param loading a class that the JVM is about to define by itself, left out
     *     <p>Errors: {@link IllegalStateException} if the loader has one of them already.
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
            throw new IllegalStateException("this JVM lets nobody define classes: " + e, e);
        }
    }

    /** Defining a class makes the JVM load its superclass and interfaces: those must be ours already. */
    private static void define(
            String name, Map<String, byte[]> left, Method define, ClassLoader loader, ProtectionDomain domain)
            throws ReflectiveOperationException {
        byte[] classFile = left.remove(name);
        if (classFile == null) {
            return; // defined, or none of ASM's
        }
        ClassReader reader = new ClassReader(classFile);
        define(reader.getSuperName(), left, define, loader, domain);
        for (String implemented : reader.getInterfaces()) {
            define(implemented, left, define, loader, domain);
        }
        define.invoke(loader, name.replace('/', '.'), classFile, 0, classFile.length, domain);
    }
}
