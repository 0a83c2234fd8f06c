package io.faultline.mutants.weave;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Static initialisers that can run again: their code is there once more, as a method with mutants. The static fields that it assigns are
 * final no more, since a method may not assign those.
 *
 * <p>Not those of interfaces, whose fields must be final; nor of classes that only a compiler wrote; nor of enums, whose constants would no longer be the same ones; nor of classes
 * whose serial number the JVM computes from what is final.
 */
final class Repeatable {
    /** What the method is called; no source can have it. */
    static final String NAME = "$faultline$initialiser";

    private static final String INITIALISER = "<clinit>";

    private Repeatable() {}

    /** Whether the class's initialiser can run again, by the class file alone. */
    static boolean is(ClassNode type) {
        int kinds = Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM | Opcodes.ACC_SYNTHETIC;
        // Constants that are methods are as old as Java 7.
        return (type.version & 0xFFFF) >= Opcodes.V1_7
                && (type.access & kinds) == 0
                && !"java/lang/Enum".equals(type.superName)
                && !(type.interfaces.contains("java/io/Serializable") && !hasSerialNumber(type));
    }

    private static boolean hasSerialNumber(ClassNode type) {
        return type.fields.stream().anyMatch(field -> field.name.equals("serialVersionUID"));
    }

    /** Whether the method is an initialiser. */
    static boolean isOne(MethodNode method) {
        return method.name.equals(INITIALISER);
    }

    /**
     * Makes the initialiser, which has no mutants yet, a method that can be called, and puts a copy in its place: so the class begins
     * as it always did, and traces of what goes wrong then are the same.
     */
    static void open(ClassNode type, MethodNode initialiser) {
        Set<String> assigned = assigned(type, initialiser);
        for (FieldNode field : type.fields) {
            if ((field.access & Opcodes.ACC_STATIC) != 0 && assigned.contains(field.name + field.desc)) {
                field.access &= ~Opcodes.ACC_FINAL;
            }
        }
        type.methods.add(first(type, initialiser));
        initialiser.name = NAME;
        initialiser.access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    }

    private static Set<String> assigned(ClassNode type, MethodNode initialiser) {
        Set<String> assigned = new HashSet<>();
        for (AbstractInsnNode node : initialiser.instructions) {
            if (node.getOpcode() == Opcodes.PUTSTATIC && ((FieldInsnNode) node).owner.equals(type.name)) {
                assigned.add(((FieldInsnNode) node).name + ((FieldInsnNode) node).desc);
            }
        }
        return assigned;
    }

    /** The copy, which makes known at its end that the other one can be called. */
    private static MethodNode first(ClassNode type, MethodNode initialiser) {
        MethodNode first = new MethodNode(initialiser.access, INITIALISER, "()V", null, null);
        initialiser.accept(first);
        Handle again = new Handle(Opcodes.H_INVOKESTATIC, type.name, NAME, "()V", false);
        for (AbstractInsnNode node : first.instructions.toArray()) {
            if (node.getOpcode() == Opcodes.RETURN) {
                Code ran = new Code().add(new LdcInsnNode(again)).call("Initialisers", "ran", "(Ljava/lang/invoke/MethodHandle;)V");
                first.instructions.insertBefore(node, ran.list);
            }
        }
        first.maxStack++;
        return first;
    }
}
