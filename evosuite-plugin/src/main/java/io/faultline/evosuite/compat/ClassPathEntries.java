package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Recognises EvoSuite's jars by file name, not by the names of parent folders. */
public final class ClassPathEntries extends Seam {
    private static final String STOCK = ".*evosuite-.*\\.jar";

    /** Matches paths of EvoSuite's own jars. */
    static final String OWN_JARS = ".*evosuite-[^/\\\\]*\\.jar";

    public ClassPathEntries() {
        super(
                "setup.InheritanceTreeGenerator.createFromClassPath",
                "leaves out jars called `evosuite-...jar`, and no others",
                "a bug of EvoSuite: no class of a jar below a folder `evosuite-...` is found (\"Target class not found in inheritance tree\")");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/setup/InheritanceTreeGenerator");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        boolean[] met = {false};
        String descriptor = "(Ljava/util/List;)Lorg/evosuite/setup/InheritanceTree;";
        return Weaving.inside(
                classFile,
                "createFromClassPath",
                descriptor,
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitLdcInsn(Object value) {
                        boolean found = STOCK.equals(value);
                        met[0] |= found;
                        super.visitLdcInsn(found ? OWN_JARS : value);
                    }
                },
                () -> met[0],
                "pattern of its own jars");
    }
}
