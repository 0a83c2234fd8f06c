package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;

/** Mutates increments of variables: negated, skipped, doubled. */
final class Increments implements Operator.Finder {
    @Override
    public Change at(Place place) {
        if (place.opcode != Opcodes.IINC) {
            return null;
        }
        IincInsnNode step = (IincInsnNode) place.node;
        LocalVariableNode variable = place.variables().living(step.var, place.index());
        String name = variable == null ? "" : " of `" + variable.name + "`";
        return new ValueChange(
                ValueChange.Side.INSTEAD,
                base -> new Code()
                        .variable(Opcodes.ILOAD, step.var)
                        .push(step.incr)
                        .push(base)
                        .call("Values", "increments", "(III)I")
                        .variable(Opcodes.ISTORE, step.var),
                "`" + -step.incr + "` for the increment " + step.incr + name,
                "the increment" + name + " left out",
                "`" + 2 * step.incr + "` for the increment " + step.incr + name);
    }
}
