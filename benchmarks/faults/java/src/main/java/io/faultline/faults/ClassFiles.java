package io.faultline.faults;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files of spliced classes; no class is loaded to make one. */
final class ClassFiles {
    private final Hierarchy hierarchy;

    ClassFiles(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** @param computeFrames where methods of compilers with and without frames meet in one class */
    byte[] write(ClassNode node, boolean computeFrames) {
        ClassWriter writer = new ClassWriter(computeFrames ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return hierarchy.commonSuperclass(a, b);
            }
        };
        if (computeFrames) {
            inlineSubroutines(node);
        }
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Compilers before Java 6 made subroutines of finally blocks; later class files must not have them. */
    private static void inlineSubroutines(ClassNode node) {
        List<MethodNode> methods = new ArrayList<>();
        for (MethodNode method : node.methods) {
            JSRInlinerAdapter inlined = new JSRInlinerAdapter(null, method.access, method.name, method.desc,
                    method.signature, method.exceptions.toArray(new String[0]));
            method.accept(inlined);
            methods.add(inlined);
        }
        node.methods = methods;
    }
}
