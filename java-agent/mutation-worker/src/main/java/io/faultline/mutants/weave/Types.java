package io.faultline.mutants.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * The verifier's types of values, plus booleans, which the verifier treats as ints.
 *
 * <p>Exact along straight code. Where code paths meet, all references become one type, so no common superclass is
 * needed.
 */
final class Types extends BasicInterpreter {
    static final BasicValue TRUTH = new BasicValue(Type.BOOLEAN_TYPE);
    static final BasicValue NOTHING = new BasicValue(NULL_TYPE);

    /** {@code this} in a constructor before the {@code this} or {@code super} call. */
    static final BasicValue UNFINISHED_THIS = new BasicValue(Type.getObjectType("this"));

    private final boolean unfinished;

    /** @param unfinished whether uninitialised objects are distinguished from initialised ones */
    Types(boolean unfinished) {
        super(Opcodes.ASM9);
        this.unfinished = unfinished;
    }

    /** An object between its {@code new} and its constructor call. */
    static final class Unfinished extends BasicValue {
        final AbstractInsnNode made;

        Unfinished(AbstractInsnNode made, Type type) {
            super(type);
            this.made = made;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Unfinished && ((Unfinished) other).made == made;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(made);
        }
    }

    @Override
    public BasicValue newValue(Type type) {
        if (type == null) {
            return BasicValue.UNINITIALIZED_VALUE;
        }
        switch (type.getSort()) {
            case Type.VOID:
                return null;
            case Type.BOOLEAN:
                return TRUTH;
            case Type.OBJECT:
            case Type.ARRAY:
                return type.equals(NULL_TYPE) ? NOTHING : new BasicValue(type);
            default:
                return super.newValue(type);
        }
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
        if (unfinished && instruction.getOpcode() == Opcodes.NEW) {
            return new Unfinished(instruction, Type.getObjectType(((TypeInsnNode) instruction).desc));
        }
        return super.newOperation(instruction);
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
        return instruction.getOpcode() == Opcodes.INSTANCEOF ? TRUTH : super.unaryOperation(instruction, value);
    }

    @Override
    public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue left, BasicValue right)
            throws AnalyzerException {
        switch (instruction.getOpcode()) {
            case Opcodes.AALOAD:
                return element(left);
            case Opcodes.BALOAD:
                return isTruths(left) ? TRUTH : BasicValue.INT_VALUE;
            case Opcodes.IAND:
            case Opcodes.IOR:
            case Opcodes.IXOR:
                return left == TRUTH && right == TRUTH ? TRUTH : BasicValue.INT_VALUE;
            default:
                return super.binaryOperation(instruction, left, right);
        }
    }

    private BasicValue element(BasicValue array) {
        Type type = array.getType();
        if (type == null || type.getSort() != Type.ARRAY) {
            return array == NOTHING ? NOTHING : newValue(Type.getObjectType("java/lang/Object"));
        }
        return newValue(Type.getType(type.getDescriptor().substring(1)));
    }

    static boolean isTruths(BasicValue array) {
        return array != null
                && array.getType() != null
                && array.getType().getDescriptor().equals("[Z");
    }

    @Override
    public BasicValue merge(BasicValue left, BasicValue right) {
        if (left.equals(right)) {
            return left;
        }
        if (left.isReference()
                && right.isReference()
                && !(left instanceof Unfinished)
                && !(right instanceof Unfinished)) {
            return BasicValue.REFERENCE_VALUE;
        }
        return isInt(left) && isInt(right) ? BasicValue.INT_VALUE : BasicValue.UNINITIALIZED_VALUE;
    }

    static boolean isInt(BasicValue value) {
        return value == TRUTH || value == BasicValue.INT_VALUE;
    }
}
