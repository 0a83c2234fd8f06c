package io.faultline.mutants.weave;

import java.util.List;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** The local variable table that compilers write for debuggers. */
final class Variables {
    private final MethodCode code;
    private final List<LocalVariableNode> table;

    Variables(MethodCode code, MethodNode method) {
        this.code = code;
        this.table = method.localVariables;
    }

    /**
     * The variable in {@code slot} that is live both before and after the node at {@code index}; null if unknown. A
     * variable is not yet live at the instruction that first assigns it.
     */
    LocalVariableNode living(int slot, int index) {
        return find(slot, index, index);
    }

    /** As {@link #living}, or the variable whose scope starts right after the node. */
    LocalVariableNode stored(int slot, int index) {
        return find(slot, index, index + 3);
    }

    private LocalVariableNode find(int slot, int index, int latestStart) {
        if (table == null) {
            return null;
        }
        for (LocalVariableNode variable : table) {
            if (variable.index == slot
                    && code.indexOf(variable.start) <= latestStart
                    && code.indexOf(variable.end) > index) {
                return variable;
            }
        }
        return null;
    }
}
