package io.faultline.mutants.weave;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/*
 * A switch on strings compiles to two switches. javac writes
 *
 *       tmp = s; index = -1;
 *       switch (tmp.hashCode()) { case 97: if (tmp.equals("a")) index = 0; ... }
 *       switch (index) { ... }
 *
 * Other compilers jump from each `equals` directly to the case. The second switch, if any, corresponds to the source;
 * everything before it is plumbing. A switch on an enum looks up a table by `ordinal`, which is plumbing too.
 */
/** Compiler-generated instructions inside hand-written methods. */
final class Plumbing {
    private final Set<AbstractInsnNode> nodes = Collections.newSetFromMap(new IdentityHashMap<>());

    private Plumbing() {}

    /** Finds the plumbing of a method. */
    static Plumbing of(MethodNode method) {
        Plumbing plumbing = new Plumbing();
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof MethodInsnNode) {
                plumbing.look((MethodInsnNode) node);
            }
        }
        return plumbing;
    }

    boolean has(AbstractInsnNode node) {
        return nodes.contains(node);
    }

    /** Whether the call is compiler-generated: boxing, or a check added by Kotlin or Scala. */
    static boolean isAdded(MethodInsnNode call) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        boolean boxes = call.name.equals("valueOf")
                && call.owner.startsWith("java/lang/")
                && arguments.length == 1
                && arguments[0].getSort() < Type.ARRAY
                && !call.owner.equals("java/lang/String");
        return boxes
                || call.owner.equals("kotlin/jvm/internal/Intrinsics")
                || call.owner.equals("scala/runtime/BoxesRunTime")
                || call.name.startsWith("$SWITCH_TABLE$");
    }

    private void look(MethodInsnNode call) {
        if (call.name.equals("ordinal") && call.desc.equals("()I") && isTable(before(before(call)))) {
            nodes.add(call);
        } else if (call.name.equals("hashCode") && call.owner.equals("java/lang/String")) {
            lookAtHashes(call);
        }
    }

    private static boolean isTable(AbstractInsnNode node) {
        if (node instanceof MethodInsnNode) {
            return ((MethodInsnNode) node).name.startsWith("$SWITCH_TABLE$");
        }
        return node instanceof FieldInsnNode
                && ((FieldInsnNode) node).name.matches("\\$SwitchMap\\$.*|\\$EnumSwitchMapping\\$.*");
    }

    private void lookAtHashes(MethodInsnNode hash) {
        AbstractInsnNode chosen = after(hash);
        AbstractInsnNode loaded = before(hash);
        Iterable<LabelNode> labels = labels(chosen);
        if (labels == null || !isLoad(loaded)) {
            return;
        }
        nodes.add(hash);
        nodes.add(chosen);
        AbstractInsnNode store = before(loaded);
        if (store != null
                && store.getOpcode() == Opcodes.ISTORE
                && before(store).getOpcode() == Opcodes.ICONST_M1) {
            nodes.add(store);
            nodes.add(before(store));
        }
        for (LabelNode label : labels) {
            comparisons(MethodCode.real(label, true), ((VarInsnNode) loaded).var);
        }
    }

    private static Iterable<LabelNode> labels(AbstractInsnNode node) {
        if (node instanceof LookupSwitchInsnNode) {
            return ((LookupSwitchInsnNode) node).labels;
        }
        return node instanceof TableSwitchInsnNode ? ((TableSwitchInsnNode) node).labels : null;
    }

    private static boolean isLoad(AbstractInsnNode node) {
        return node != null && node.getOpcode() == Opcodes.ALOAD;
    }

    /** Strings with the same hash are compared in sequence. */
    private void comparisons(AbstractInsnNode start, int variable) {
        AbstractInsnNode load = start;
        while (isLoad(load) && ((VarInsnNode) load).var == variable) {
            AbstractInsnNode text = after(load);
            AbstractInsnNode equals = after(text);
            AbstractInsnNode jump = after(equals);
            boolean compared = text != null
                    && text.getOpcode() == Opcodes.LDC
                    && equals instanceof MethodInsnNode
                    && ((MethodInsnNode) equals).name.equals("equals")
                    && jump instanceof JumpInsnNode;
            if (!compared) {
                return;
            }
            Collections.addAll(nodes, text, equals, jump);
            AbstractInsnNode next = after(jump);
            AbstractInsnNode store = after(next);
            if (jump.getOpcode() == Opcodes.IFEQ && store != null && store.getOpcode() == Opcodes.ISTORE) {
                Collections.addAll(nodes, next, store);
                next = MethodCode.real(((JumpInsnNode) jump).label, true);
            }
            load = next;
        }
    }

    private static AbstractInsnNode after(AbstractInsnNode node) {
        return node == null ? null : MethodCode.real(node.getNext(), true);
    }

    private static AbstractInsnNode before(AbstractInsnNode node) {
        return node == null ? null : MethodCode.real(node.getPrevious(), false);
    }
}
