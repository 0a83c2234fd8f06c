package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes the sandbox ignore a permission whose class left the JDK with Java 11. */
public final class WebServices extends Seam {
    private static final String PERMISSION = "javax/xml/ws/WebServicePermission";

    public WebServices() {
        super(
                "runtime.sandbox.MSecurityManager.allowPermission",
                "no permission is a `javax.xml.ws.WebServicePermission`, unless the class path has that class",
                "code that opens sockets gets tests that expect a NoClassDefFoundError");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/runtime/sandbox/MSecurityManager");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        if (evosuite.has(PERMISSION)) {
            return classFile;
        }
        boolean[] met = {false};
        return Weaving.inside(
                classFile,
                "allowPermission",
                "(Ljava/security/Permission;)Z",
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitTypeInsn(int opcode, String type) {
                        if (opcode == Opcodes.INSTANCEOF && type.equals(PERMISSION)) {
                            met[0] = true;
                            super.visitInsn(Opcodes.POP);
                            super.visitInsn(Opcodes.ICONST_0);
                        } else {
                            super.visitTypeInsn(opcode, type);
                        }
                    }
                },
                () -> met[0],
                "question for WebServicePermission");
    }
}
