package io.faultline.mutants.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Redirects calls that end the JVM to {@link io.faultline.mutants.boot.Site}, which can intercept them. */
final class Exits {
    private static final int METHOD_REFERENCE = 10;
    private static final String SITE = "io/faultline/mutants/boot/Site";

    private Exits() {}

    /** Whether the constant pool refers to a method that ends the JVM. */
    static boolean areNamed(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item > 0 && reader.readByte(item - 1) == METHOD_REFERENCE) {
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                String name = reader.readUTF8(nameAndType, buffer);
                if (endsJvm(reader.readClass(item, buffer), name, reader.readUTF8(nameAndType + 2, buffer))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean endsJvm(String owner, String name, String descriptor) {
        boolean system = owner.equals("java/lang/System") && name.equals("exit");
        boolean runtime = owner.equals("java/lang/Runtime") && (name.equals("exit") || name.equals("halt"));
        return (system || runtime) && descriptor.equals("(I)V");
    }

    /** Redirects calls and method references in a method. Returns whether there were any. */
    static boolean divert(MethodNode method) {
        boolean found = false;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof MethodInsnNode) {
                found |= divert((MethodInsnNode) node);
            } else if (node instanceof InvokeDynamicInsnNode) {
                found |= divert(((InvokeDynamicInsnNode) node).bsmArgs);
            }
        }
        return found;
    }

    private static boolean divert(MethodInsnNode call) {
        if (!endsJvm(call.owner, call.name, call.desc)) {
            return false;
        }
        if (call.owner.equals("java/lang/Runtime")) {
            call.desc = "(Ljava/lang/Runtime;I)V";
        }
        call.setOpcode(Opcodes.INVOKESTATIC);
        call.owner = SITE;
        call.itf = false;
        return true;
    }

    /** Redirects the method reference {@code System::exit}. */
    private static boolean divert(Object[] arguments) {
        boolean found = false;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Handle) {
                Handle handle = (Handle) arguments[i];
                if (handle.getTag() == Opcodes.H_INVOKESTATIC
                        && endsJvm(handle.getOwner(), handle.getName(), handle.getDesc())) {
                    arguments[i] = new Handle(Opcodes.H_INVOKESTATIC, SITE, "exit", "(I)V", false);
                    found = true;
                }
            }
        }
        return found;
    }
}
