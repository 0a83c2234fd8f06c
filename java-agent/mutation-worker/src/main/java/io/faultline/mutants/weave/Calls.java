package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Skips calls. A replaced result is zero, false or null; for booleans also true; the receiver or an argument if the
 * type matches.
 *
 * <p>Excludes constructor calls, boxing and checks that compilers insert.
 */
final class Calls implements Operator.Finder {
    private static final int ZERO = -1;
    private static final int TRUE = -2;
    private static final int RECEIVER = -3;

    @Override
    public Change at(Place place) {
        if (!(place.node instanceof MethodInsnNode) || place.early) {
            return null;
        }
        MethodInsnNode call = (MethodInsnNode) place.node;
        return call.name.equals("<init>") || Plumbing.isAdded(call) ? null : new Replacement(call, plans(place, call));
    }

    private static List<Integer> plans(Place place, MethodInsnNode call) {
        Type result = Type.getReturnType(call.desc);
        Type[] arguments = Type.getArgumentTypes(call.desc);
        List<Integer> plans = new ArrayList<>();
        plans.add(ZERO);
        if (result.getSort() == Type.BOOLEAN) {
            plans.add(TRUE);
        }
        boolean virtual = call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
        boolean own = virtual
                && result.getSort() == Type.OBJECT
                && result.getInternalName().equals(call.owner);
        if (own && place.standsFor(arguments.length, result)) {
            plans.add(RECEIVER);
        }
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals(result) && place.standsFor(arguments.length - 1 - i, result)) {
                plans.add(i);
            }
        }
        return plans;
    }

    private static final class Replacement extends Change {
        private final MethodInsnNode call;
        private final Type[] arguments;
        private final Type result;
        private final boolean owned;

        /** By alternative: one of the codes above, or the index of an argument. */
        private final int[] plans;

        Replacement(MethodInsnNode call, List<Integer> plans) {
            super(words(call, plans));
            this.call = call;
            this.arguments = Type.getArgumentTypes(call.desc);
            this.result = Type.getReturnType(call.desc);
            this.owned = call.getOpcode() != Opcodes.INVOKESTATIC;
            this.plans = plans.stream().mapToInt(Integer::intValue).toArray();
        }

        private static String[] words(MethodInsnNode call, List<Integer> plans) {
            Type result = Type.getReturnType(call.desc);
            String[] words = new String[plans.size()];
            for (int i = 0; i < words.length; i++) {
                words[i] = result.getSort() == Type.VOID
                        ? "the call of " + call.name + " left out"
                        : words(plans.get(i), result) + " for the result of " + call.name;
            }
            return words;
        }

        private static String words(int plan, Type result) {
            switch (plan) {
                case ZERO:
                    int sort = result.getSort();
                    return sort == Type.BOOLEAN ? "`false`" : sort >= Type.ARRAY ? "`null`" : "`0`";
                case TRUE:
                    return "`true`";
                case RECEIVER:
                    return "the receiver";
                default:
                    return "argument " + (plan + 1);
            }
        }

        @Override
        void weave(Place place, int base) {
            LabelNode original = new LabelNode();
            LabelNode end = new LabelNode();
            Code code = new Code();
            if (plans.length == 1) {
                code.push(base).call("Actions", "leftOut", "(I)Z").jump(Opcodes.IFEQ, original);
                replace(code, place, plans[0]);
                code.jump(Opcodes.GOTO, end);
            } else {
                choose(code, place, base, original, end);
            }
            place.around(code, original, end, arguments.length + (owned ? 1 : 0), result);
        }

        private void choose(Code code, Place place, int base, LabelNode original, LabelNode end) {
            LabelNode[] labels = new LabelNode[plans.length];
            for (int i = 0; i < labels.length; i++) {
                labels[i] = new LabelNode();
            }
            code.push(base).push(plans.length).call("Actions", "replaced", "(II)I");
            code.add(new TableSwitchInsnNode(1, plans.length, original, labels));
            for (int i = 0; i < labels.length; i++) {
                place.label(code, labels[i]);
                replace(code, place, plans[i]);
                code.jump(Opcodes.GOTO, end);
            }
        }

        /** Pops the call's operands and pushes the replacement for its result. */
        private void replace(Code code, Place place, int plan) {
            int spare = place.method.maxLocals; // one spare variable, which Schemata reserves
            for (int i = arguments.length - 1; i >= 0; i--) {
                if (i == plan) {
                    code.variable(arguments[i].getOpcode(Opcodes.ISTORE), spare);
                } else {
                    code.pop(arguments[i]);
                }
            }
            if (owned && plan != RECEIVER) {
                code.plain(Opcodes.POP);
            }
            if (plan >= 0) {
                code.variable(arguments[plan].getOpcode(Opcodes.ILOAD), spare);
            } else if (plan == TRUE) {
                code.plain(Opcodes.ICONST_1);
            } else if (plan == ZERO) {
                code.zero(result);
            }
        }
    }
}
