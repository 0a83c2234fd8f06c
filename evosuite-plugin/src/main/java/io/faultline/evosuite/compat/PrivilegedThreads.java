package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.SeamMissing;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Delays requests to make a thread privileged until the sandbox is complete.
 *
 * <p>A client creates its sandbox on the thread started by its master's call, while its main thread still registers.
 * The sandbox is visible before it has collected the running threads, so the main thread could stay unprivileged.
 */
public final class PrivilegedThreads extends Seam {
    private static final String SANDBOX = "org/evosuite/runtime/sandbox/Sandbox";
    private static final String METHOD = "addPrivilegedThread";

    public PrivilegedThreads() {
        super(
                "runtime.sandbox.Sandbox.addPrivilegedThread",
                "waits for the sandbox that is being made",
                "a bug of EvoSuite: about one client in six dies on a busy machine when it starts (\"Unprivileged thread \"main\" "
                        + "cannot add a privileged thread\")");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(SANDBOX);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        boolean[] found = {false};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        boolean isIt = name.equals(METHOD) && descriptor.equals("(Ljava/lang/Thread;)V");
                        found[0] |= isIt;
                        // The method that creates the sandbox uses the same lock.
                        int flags = isIt ? access | Opcodes.ACC_SYNCHRONIZED : access;
                        return super.visitMethod(flags, name, descriptor, signature, exceptions);
                    }
                },
                0);
        if (!found[0]) {
            throw new SeamMissing(
                    "org.evosuite.runtime.sandbox.Sandbox has no method " + METHOD + "(Ljava/lang/Thread;)V");
        }
        return writer.toByteArray();
    }
}
