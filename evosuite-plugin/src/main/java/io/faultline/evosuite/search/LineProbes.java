package io.faultline.evosuite.search;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts probes into the classes in sight, after EvoSuite has put in its own.
 *
 * <p>Runs on sandboxed threads. A class that cannot be instrumented stays as it is: its lines are never covered.
 */
final class LineProbes implements ClassFileTransformer {
    private final LineTable table;

    LineProbes(LineTable table) {
        this.table = table;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        int number = loader == null || name == null ? -1 : table.classNumber(name);
        if (number < 0) {
            return null;
        }
        try {
            return insert(number, classFile);
        } catch (RuntimeException | LinkageError impossible) {
            return null; // A method that would grow past 64 KB, most likely.
        }
    }

    byte[] insert(int number, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
                Map<Integer, Integer> slots = table.slots(number, method, descriptor);
                boolean initialises = method.equals("<clinit>");
                return slots == null && !initialises ? next : new ProbeInserter(next, slots, initialises ? number : -1);
            }
        }, 0);
        return writer.toByteArray();
    }
}
