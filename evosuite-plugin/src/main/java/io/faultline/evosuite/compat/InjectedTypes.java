package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Removes missing annotations from the list of those that request injection. */
public final class InjectedTypes extends Seam {
    /** Replaces the missing ones: it is in the list anyway, and part of EvoSuite. */
    private static final Type PRESENT = Type.getObjectType("javax/inject/Inject");

    public InjectedTypes() {
        super(
                "runtime.javaee.injection.InjectionList.<clinit>",
                "names `javax.inject.Inject` in place of `javax.annotation.Resource` and `javax.xml.ws.WebServiceRef` where those are missing",
                "NoClassDefFoundError while the first tests are made");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/runtime/javaee/injection/InjectionList");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        boolean[] met = {false};
        return Weaving.inside(
                classFile,
                "<clinit>",
                "()V",
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitLdcInsn(Object value) {
                        super.visitLdcInsn(value instanceof Type ? existing((Type) value) : value);
                    }

                    private Type existing(Type type) {
                        String name = type.getInternalName();
                        boolean left =
                                name.equals("javax/annotation/Resource") || name.equals("javax/xml/ws/WebServiceRef");
                        met[0] |= left;
                        return left && !evosuite.has(name) ? PRESENT : type;
                    }
                },
                () -> met[0],
                "annotation that left the JDK");
    }
}
