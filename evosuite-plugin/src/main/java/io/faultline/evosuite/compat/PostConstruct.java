package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** If the annotation for methods called after construction does not exist, no class has such a method. */
public final class PostConstruct extends Seam {
    public PostConstruct() {
        super(
                "runtime.javaee.injection.Injector.hasPostConstruct",
                "is false, unless the class path has `javax.annotation.PostConstruct`",
                "NoClassDefFoundError while the first tests are made: the annotation left the JDK with Java 11");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/runtime/javaee/injection/Injector");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        if (evosuite.has("javax/annotation/PostConstruct")) {
            return classFile;
        }
        return Weaving.replaceBody(classFile, "hasPostConstruct", "(Ljava/lang/Class;)Z", m -> {
            m.visitInsn(Opcodes.ICONST_0);
            m.visitInsn(Opcodes.IRETURN);
        });
    }
}
