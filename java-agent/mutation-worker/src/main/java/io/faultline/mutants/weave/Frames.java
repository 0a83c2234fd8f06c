package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The types of variables and stack before each instruction of a method.
 *
 * <p>Since Java 6, class files contain frames where code paths meet; straight code in between is interpreted as the
 * verifier does. New frames can therefore be written anywhere without loading a class. Older class files have no frames
 * and need none; their types come from an analysis that treats all references as one type. Unreachable code has no
 * frames.
 */
final class Frames {
    private static final Types TYPES = new Types(true);

    /** By index of the instruction node; null if unknown. */
    private final Frame<BasicValue>[] before;

    /** Whether the class file has frames, so that new jumps need frames too. */
    final boolean written;

    private final InsnList code;
    private final Map<AbstractInsnNode, LabelNode> news = new HashMap<>();

    private Frames(Frame<BasicValue>[] before, boolean written, InsnList code) {
        this.before = before;
        this.written = written;
        this.code = code;
    }

    /** Computes the frames of an unmodified method. Errors: {@link AnalyzerException} for invalid code. */
    static Frames of(String owner, int major, MethodNode method) throws AnalyzerException {
        boolean written = major > Opcodes.V1_6 || major == Opcodes.V1_6 && !lacksFrames(method);
        Frame<BasicValue>[] before =
                written ? new Walk(owner, method).frames() : new Analyzer<>(new Types(false)).analyze(owner, method);
        return new Frames(before, written, method.instructions);
    }

    private static boolean lacksFrames(MethodNode method) {
        boolean jumps = !method.tryCatchBlocks.isEmpty();
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode) {
                return false;
            }
            jumps |= node instanceof JumpInsnNode;
        }
        return jumps;
    }

    /** The frame before the node with this index; null if unreachable. */
    Frame<BasicValue> at(int index) {
        return before[index];
    }

    /** Creates a frame node for {@code frame} with {@code drop} fewer stack values and then {@code more} on top. */
    FrameNode node(Frame<BasicValue> frame, int drop, Type more) {
        List<Object> locals = new ArrayList<>();
        int last = 0;
        for (int i = 0; i < frame.getLocals(); i++) {
            BasicValue value = frame.getLocal(i);
            locals.add(written(value));
            if (value != BasicValue.UNINITIALIZED_VALUE) {
                last = locals.size();
            }
            i += value.getSize() - 1;
        }
        List<Object> stack = new ArrayList<>();
        for (int i = 0; i < frame.getStackSize() - drop; i++) {
            stack.add(written(frame.getStack(i)));
        }
        if (more != null && more.getSort() != Type.VOID) {
            stack.add(written(TYPES.newValue(more)));
        }
        return new FrameNode(Opcodes.F_NEW, last, locals.subList(0, last).toArray(), stack.size(), stack.toArray());
    }

    private Object written(BasicValue value) {
        if (value == BasicValue.UNINITIALIZED_VALUE) {
            return Opcodes.TOP;
        }
        if (value == Types.UNFINISHED_THIS) {
            return Opcodes.UNINITIALIZED_THIS;
        }
        if (value == Types.NOTHING) {
            return Opcodes.NULL;
        }
        if (value instanceof Types.Unfinished) {
            return news.computeIfAbsent(((Types.Unfinished) value).made, this::labelBefore);
        }
        switch (value.getType().getSort()) {
            case Type.FLOAT:
                return Opcodes.FLOAT;
            case Type.LONG:
                return Opcodes.LONG;
            case Type.DOUBLE:
                return Opcodes.DOUBLE;
            case Type.OBJECT:
            case Type.ARRAY:
                return value.getType().getInternalName();
            default:
                return Opcodes.INTEGER;
        }
    }

    private LabelNode labelBefore(AbstractInsnNode made) {
        if (made.getPrevious() instanceof LabelNode) {
            return (LabelNode) made.getPrevious();
        }
        LabelNode label = new LabelNode();
        code.insertBefore(made, label);
        return label;
    }

    /** Interprets a method's code from each frame in the class file to the next. */
    private static final class Walk {
        private final String owner;
        private final MethodNode method;
        private final Map<LabelNode, AbstractInsnNode> made = new HashMap<>();

        Walk(String owner, MethodNode method) {
            this.owner = owner;
            this.method = method;
        }

        @SuppressWarnings("unchecked")
        Frame<BasicValue>[] frames() throws AnalyzerException {
            Frame<BasicValue>[] frames = new Frame[method.instructions.size()];
            findNews();
            Frame<BasicValue> now = start();
            int index = 0;
            for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext(), index++) {
                if (node instanceof FrameNode) {
                    now = read((FrameNode) node);
                } else if (node.getOpcode() >= 0 && now != null) {
                    frames[index] = new Frame<>(now);
                    now = after(node, now);
                }
            }
            return frames;
        }

        private void findNews() {
            for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
                if (node.getOpcode() == Opcodes.NEW) {
                    AbstractInsnNode label = node.getPrevious();
                    while (label != null && label.getOpcode() < 0) {
                        if (label instanceof LabelNode) {
                            made.put((LabelNode) label, node);
                        }
                        label = label.getPrevious();
                    }
                }
            }
        }

        private Frame<BasicValue> start() {
            Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
            int local = 0;
            if ((method.access & Opcodes.ACC_STATIC) == 0) {
                boolean unfinished = method.name.equals("<init>");
                frame.setLocal(local++, unfinished ? Types.UNFINISHED_THIS : TYPES.newValue(Type.getObjectType(owner)));
            }
            for (Type argument : Type.getArgumentTypes(method.desc)) {
                local = set(frame, local, TYPES.newValue(argument));
            }
            fill(frame, local);
            return frame;
        }

        private Frame<BasicValue> read(FrameNode node) {
            Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
            int local = 0;
            for (Object type : node.local) {
                local = set(frame, local, value(type));
            }
            fill(frame, local);
            for (Object type : node.stack) {
                frame.push(value(type));
            }
            return frame;
        }

        private static int set(Frame<BasicValue> frame, int local, BasicValue value) {
            frame.setLocal(local++, value);
            if (value.getSize() == 2) {
                frame.setLocal(local++, BasicValue.UNINITIALIZED_VALUE);
            }
            return local;
        }

        private static void fill(Frame<BasicValue> frame, int from) {
            for (int local = from; local < frame.getLocals(); local++) {
                frame.setLocal(local, BasicValue.UNINITIALIZED_VALUE);
            }
        }

        private BasicValue value(Object type) {
            if (type instanceof String) {
                return TYPES.newValue(Type.getObjectType((String) type));
            }
            if (type instanceof LabelNode) {
                AbstractInsnNode instruction = made.get(type);
                return new Types.Unfinished(instruction, Type.getObjectType(((TypeInsnNode) instruction).desc));
            }
            switch ((Integer) type) {
                case 1:
                    return BasicValue.INT_VALUE;
                case 2:
                    return BasicValue.FLOAT_VALUE;
                case 3:
                    return BasicValue.DOUBLE_VALUE;
                case 4:
                    return BasicValue.LONG_VALUE;
                case 5:
                    return Types.NOTHING;
                case 6:
                    return Types.UNFINISHED_THIS;
                default:
                    return BasicValue.UNINITIALIZED_VALUE;
            }
        }

        /**
         * The frame after the instruction; null if execution does not continue with the next one. Modifies {@code now}.
         */
        private Frame<BasicValue> after(AbstractInsnNode node, Frame<BasicValue> now) throws AnalyzerException {
            int opcode = node.getOpcode();
            if (opcode == Opcodes.GOTO
                    || opcode == Opcodes.TABLESWITCH
                    || opcode == Opcodes.LOOKUPSWITCH
                    || opcode == Opcodes.ATHROW
                    || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                return null;
            }
            BasicValue unfinished = constructed(node, now);
            now.execute(node, TYPES);
            if (unfinished != null) {
                finish(now, unfinished);
            }
            return now;
        }

        /** The object whose constructor the node calls; null if it calls none. */
        private static BasicValue constructed(AbstractInsnNode node, Frame<BasicValue> now) {
            if (node.getOpcode() != Opcodes.INVOKESPECIAL || !((MethodInsnNode) node).name.equals("<init>")) {
                return null;
            }
            int arguments = Type.getArgumentTypes(((MethodInsnNode) node).desc).length;
            return now.getStack(now.getStackSize() - arguments - 1);
        }

        private void finish(Frame<BasicValue> now, BasicValue unfinished) {
            BasicValue finished = unfinished == Types.UNFINISHED_THIS
                    ? TYPES.newValue(Type.getObjectType(owner))
                    : TYPES.newValue(unfinished.getType());
            for (int i = 0; i < now.getLocals(); i++) {
                if (now.getLocal(i).equals(unfinished)) {
                    now.setLocal(i, finished);
                }
            }
            for (int i = 0; i < now.getStackSize(); i++) {
                if (now.getStack(i).equals(unfinished)) {
                    now.setStack(i, finished);
                }
            }
        }
    }
}
