package io.faultline.mutants.weave;

import java.util.Arrays;
import java.util.Iterator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;

/** Separates hand-written methods from compiler-generated ones, and those that can have mutants from the others. */
final class HandWritten {
    private HandWritten() {}

    /** Whether the method has mutants. Static initialisers have mutants only if they can be rerun. */
    static boolean hasMutants(ClassNode type, MethodNode method) {
        boolean code =
                (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0 && method.instructions.size() > 0;
        return code
                && (!Repeatable.isOne(method) || Repeatable.is(type))
                && (method.access & Opcodes.ACC_BRIDGE) == 0
                && ((method.access & Opcodes.ACC_SYNTHETIC) == 0 || isLambda(method.name) || isSurrounded(method.name))
                && !isOfEnum(type, method)
                && !isOfRecord(type, method)
                && !method.name.startsWith("$SWITCH_TABLE$")
                && !hasSubroutines(method);
    }

    /** Recognises lambda bodies of javac, ecj, Kotlin and Scala. */
    private static boolean isLambda(String name) {
        return name.startsWith("lambda$") || name.contains("$lambda") || name.startsWith("$anonfun$");
    }

    /** Recognises the body of a method that an advice of AspectJ surrounds; a copy of the advice has another name. */
    private static boolean isSurrounded(String name) {
        return name.contains("_aroundBody") && !name.endsWith("$advice");
    }

    private static boolean isOfEnum(ClassNode type, MethodNode method) {
        if (!"java/lang/Enum".equals(type.superName)) {
            return false;
        }
        String array = "()[L" + type.name + ";";
        return method.desc.equals(array) && (method.name.equals("values") || method.name.equals("$values"))
                || method.name.equals("valueOf") && method.desc.equals("(Ljava/lang/String;)L" + type.name + ";");
    }

    private static boolean isOfRecord(ClassNode type, MethodNode method) {
        return type.recordComponents != null
                && (bootstrapsObjectMethods(method)
                        || isAccessor(type, method)
                        || method.name.equals("<init>") && onlyStores(method));
    }

    private static boolean bootstrapsObjectMethods(MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof InvokeDynamicInsnNode
                    && ((InvokeDynamicInsnNode) node).bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the method is a compiler-generated record accessor. */
    private static boolean isAccessor(ClassNode type, MethodNode method) {
        for (RecordComponentNode component : type.recordComponents) {
            if (method.name.equals(component.name) && method.desc.equals("()" + component.descriptor)) {
                Iterator<AbstractInsnNode> nodes = real(method);
                return is(nodes, Opcodes.ALOAD)
                        && is(nodes, Opcodes.GETFIELD)
                        && is(nodes, Type.getType(component.descriptor).getOpcode(Opcodes.IRETURN))
                        && !nodes.hasNext();
            }
        }
        return false;
    }

    /** Whether the constructor only stores its arguments: repeatedly two loads and a store. */
    private static boolean onlyStores(MethodNode method) {
        Iterator<AbstractInsnNode> nodes = real(method);
        if (!is(nodes, Opcodes.ALOAD) || !is(nodes, Opcodes.INVOKESPECIAL)) {
            return false;
        }
        while (is(nodes, Opcodes.ALOAD)) {
            int load = nodes.hasNext() ? nodes.next().getOpcode() : -1;
            if (load < Opcodes.ILOAD || load > Opcodes.ALOAD || !(nodes.next() instanceof FieldInsnNode)) {
                return false;
            }
        }
        return !nodes.hasNext(); // the loop ended at the return
    }

    private static boolean is(Iterator<AbstractInsnNode> nodes, int opcode) {
        return nodes.hasNext() && nodes.next().getOpcode() == opcode;
    }

    private static Iterator<AbstractInsnNode> real(MethodNode method) {
        return Arrays.stream(method.instructions.toArray())
                .filter(node -> node.getOpcode() >= 0)
                .iterator();
    }

    /**
     * Whether the method uses subroutines (JSR and RET). Java 6 was the last version to allow them; the analyses here
     * do not support them.
     */
    static boolean hasSubroutines(MethodNode method) {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node.getOpcode() == Opcodes.JSR || node.getOpcode() == Opcodes.RET) {
                return true;
            }
        }
        return false;
    }
}
