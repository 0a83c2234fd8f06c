package io.faultline.mutants.weave;

import java.util.List;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** The table of variables that compilers write for debuggers. */
final class Variables {
    private final MethodCode code;
    private final List<LocalVariableNode> table;

    Variables(MethodCode code, MethodNode method) {
        this.code = code;
        this.table = method.localVariables;
    }

    /**
     * The variable in {@code slot} that lives from before the node at {@code index} to behind it; null when none is known to.
     * At the instruction that gives it its first value a variable does not live yet.
     */
    LocalVariableNode living(int slot, int index) {
        return find(slot, index, index);
    }

    /** As above, or the one that begins to live right behind the node. */
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
