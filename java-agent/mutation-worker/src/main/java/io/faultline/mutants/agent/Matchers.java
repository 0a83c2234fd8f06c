package io.faultline.mutants.agent;

import io.faultline.mutants.weave.Asserting;
import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.ClassReader;

/** Recognises classes that extend or implement a type of an assertion library, directly or through others. */
final class Matchers {
    /** Limits the search, because class files may be wrong. */
    private static final int DEPTH = 8;

    private Matchers() {}

    /** Whether the class is a matcher, a verifier or an assertion. Reads class files of its supertypes, loads none. */
    static boolean has(ClassLoader loader, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        return !Asserting.isOfLibrary(reader.getClassName()) && isOne(loader, reader, DEPTH);
    }

    private static boolean isOne(ClassLoader loader, ClassReader type, int depth) {
        if (isOne(loader, type.getSuperName(), depth)) {
            return true;
        }
        for (String implemented : type.getInterfaces()) {
            if (isOne(loader, implemented, depth)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOne(ClassLoader loader, String name, int depth) {
        if (name == null || name.startsWith("java/") || depth == 0) {
            return false;
        }
        if (Asserting.isOfLibrary(name)) {
            return true;
        }
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in != null && isOne(loader, new ClassReader(in), depth - 1);
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }
}
