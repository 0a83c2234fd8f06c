package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes Byte Buddy define mocks by plain reflection, for which {@link Modules} opens {@code java.lang}. */
public final class MockingInjector extends Seam {
    private static final String DISPATCHER =
            "org/evosuite/shaded/net/bytebuddy/dynamic/loading/ClassInjector$UsingReflection$Dispatcher";

    public MockingInjector() {
        super(
                "Byte Buddy, ClassInjector.UsingReflection.Dispatcher.CreationAction.run",
                "does as on Java 8",
                "\"Cannot define class using reflection\" with functional mocking: the field it turns to is hidden since Java 12");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(evosuite.name(DISPATCHER + "$CreationAction"));
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        boolean[] met = {false};
        String descriptor = evosuite.name("()L" + DISPATCHER + "$Initializable;");
        return Weaving.inside(
                classFile,
                "run",
                descriptor,
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitMethodInsn(
                            int opcode, String owner, String name, String desc, boolean isInterface) {
                        if (name.equals("isSupported") && owner.endsWith("/JavaModule")) {
                            met[0] = true;
                            super.visitInsn(Opcodes.ICONST_0);
                        } else {
                            super.visitMethodInsn(opcode, owner, name, desc, isInterface);
                        }
                    }
                },
                () -> met[0],
                "question for modules");
    }
}
