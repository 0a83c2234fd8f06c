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
 * Makes static initialisers repeatable by adding a copy of their code as a method with mutants. The static fields it
 * assigns lose {@code final}, because a method must not assign final fields.
 *
 * <p>Excludes interfaces, whose fields must be final; synthetic classes; enums, whose constants would lose their
 * identity; and serializable classes without a serial number, which the JVM would compute from the modifiers.
 */
final class Repeatable {
    /** Name of the added method; not a name that source code would use. */
    static final String NAME = "$faultline$initialiser";

    private static final String INITIALISER = "<clinit>";

    private Repeatable() {}

    /** Whether the class's initialiser can be made repeatable. */
    static boolean is(ClassNode type) {
        int kinds = Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM | Opcodes.ACC_SYNTHETIC;
        // Constants that are method handles exist since Java 7.
        return (type.version & 0xFFFF) >= Opcodes.V1_7
                && (type.access & kinds) == 0
                && !"java/lang/Enum".equals(type.superName)
                && !(type.interfaces.contains("java/io/Serializable") && !hasSerialNumber(type));
    }

    private static boolean hasSerialNumber(ClassNode type) {
        return type.fields.stream().anyMatch(field -> field.name.equals("serialVersionUID"));
    }

    /** Whether the method is a static initialiser. */
    static boolean isOne(MethodNode method) {
        return method.name.equals(INITIALISER);
    }

    /**
     * Turns the initialiser, which has no mutants yet, into a callable method and adds an unmutated copy as the
     * initialiser. First initialisation and its stack traces therefore stay unchanged.
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

    /** The copy, which at its end registers the callable method. */
    private static MethodNode first(ClassNode type, MethodNode initialiser) {
        MethodNode first = new MethodNode(initialiser.access, INITIALISER, "()V", null, null);
        initialiser.accept(first);
        Handle again = new Handle(Opcodes.H_INVOKESTATIC, type.name, NAME, "()V", false);
        for (AbstractInsnNode node : first.instructions.toArray()) {
            if (node.getOpcode() == Opcodes.RETURN) {
                Code ran = new Code()
                        .add(new LdcInsnNode(again))
                        .call("Initialisers", "ran", "(Ljava/lang/invoke/MethodHandle;)V");
                first.instructions.insertBefore(node, ran.list);
            }
        }
        first.maxStack++;
        return first;
    }
}
