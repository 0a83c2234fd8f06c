package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Skips assignments of fields, and of variables that already have a value. */
final class Deletion implements Operator.Finder {
    private static final String TYPES = "IJFD";

    @Override
    public Change at(Place place) {
        if (place.early) {
            return null;
        }
        if (place.opcode == Opcodes.PUTFIELD || place.opcode == Opcodes.PUTSTATIC) {
            FieldInsnNode field = (FieldInsnNode) place.node;
            return field.name.indexOf('$') >= 0 ? null : new FieldStore(field);
        }
        return place.opcode >= Opcodes.ISTORE && place.opcode <= Opcodes.ASTORE ? variable(place) : null;
    }

    private static Change variable(Place place) {
        int slot = ((VarInsnNode) place.node).var;
        LocalVariableNode variable = place.variables().living(slot, place.index());
        BasicValue old = place.frame.getLocal(slot);
        BasicValue value = place.stack(0);
        if (variable == null || old == BasicValue.UNINITIALIZED_VALUE) {
            return null;
        }
        String words = "the assignment of `" + variable.name + "` left out";
        if (place.opcode == Opcodes.ASTORE) {
            return areAlike(old, value) && (old == Types.NOTHING || place.standsFor(0, old.getType()))
                    ? new ReferenceStore(slot, words)
                    : null;
        }
        char letter = TYPES.charAt(place.opcode - Opcodes.ISTORE);
        if (!(Types.isInt(old) ? letter == 'I' : old.getType().getDescriptor().charAt(0) == letter)) {
            return null;
        }
        int load = place.opcode - Opcodes.ISTORE + Opcodes.ILOAD;
        return new ValueChange(
                ValueChange.Side.BEFORE,
                base -> new Code()
                        .variable(load, slot)
                        .push(base)
                        .call("Actions", "stored", "(" + letter + letter + "I)" + letter),
                words);
    }

    /** Whether the variable has the same verifier type with and without the assignment. */
    private static boolean areAlike(BasicValue old, BasicValue value) {
        boolean complete = !(value instanceof Types.Unfinished)
                && value != Types.UNFINISHED_THIS
                && old.isReference()
                && value.isReference();
        return complete && !(old instanceof Types.Unfinished) && (old.equals(value) || old == Types.NOTHING);
    }

    private static final class FieldStore extends Change {
        private final FieldInsnNode field;

        FieldStore(FieldInsnNode field) {
            super("the assignment of `" + field.name + "` left out");
            this.field = field;
        }

        @Override
        void weave(Place place, int base) {
            boolean owned = place.opcode == Opcodes.PUTFIELD;
            LabelNode original = new LabelNode();
            LabelNode end = new LabelNode();
            Code code = Code.of(base).call("Actions", "leftOut", "(I)Z").jump(Opcodes.IFEQ, original);
            code.pop(Type.getType(field.desc));
            if (owned) {
                code.plain(Opcodes.POP);
            }
            code.jump(Opcodes.GOTO, end);
            place.around(code, original, end, owned ? 2 : 1, null);
        }
    }

    private static final class ReferenceStore extends Change {
        private final int slot;

        ReferenceStore(int slot, String words) {
            super(words);
            this.slot = slot;
        }

        @Override
        void weave(Place place, int base) {
            LabelNode original = new LabelNode();
            LabelNode end = new LabelNode();
            Code code =
                    new Code().plain(Opcodes.DUP).variable(Opcodes.ALOAD, slot).push(base);
            code.call("Actions", "keeps", "(Ljava/lang/Object;Ljava/lang/Object;I)Z")
                    .jump(Opcodes.IFEQ, original);
            code.plain(Opcodes.POP).jump(Opcodes.GOTO, end);
            place.aroundStore(code, original, end, slot);
        }
    }
}
