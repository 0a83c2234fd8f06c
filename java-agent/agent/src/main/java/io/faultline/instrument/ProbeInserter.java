package io.faultline.instrument;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/**
 * Inserts the probes of a method while its code passes through.
 *
 * <pre>
 *  label, line 7       a line entry announces a probe ...
 *  frame               ... which waits for a frame at this place, if there is one,
 *  [probe]             and precedes the line's first instruction: if that throws, the line is
 *  first instruction   covered, and is the line of the stack trace.
 * </pre>
 *
 * <p>The core places the probes of lines by the same rules ({@code native/agent/class-weaver}); {@code WovenTest}
 * compares both.
 *
 * <p>An {@link Emitter} defines the probe. Most emitters add no local, so frames, variable tables and local indices are
 * unchanged. An emitter that keeps something while the method runs has locals after the method's own; every frame then
 * names them, and frames must be expanded.
 *
 * <h2>Lines that begin with another line's end</h2>
 *
 * <p>Compilers assign the jump at the end of a branch to the line of the following {@code else if}. Code that reaches
 * that line from elsewhere skips the entry, so the line is announced again after the jump. This does not apply if the
 * frame there has an operand: that is the rest of another line's expression, or a handler. {@link AddedCalls} before
 * the jump do not change that it is the line's first instruction.
 *
 * <h2>Uninitialized objects</h2>
 *
 * <p>A frame identifies an uninitialized object by the position of its {@code new}. If a line begins there, the probe
 * would separate the label from the {@code new}. So every label at a {@code new} gets a twin directly before the
 * instruction, and frames name the twin. Source: JVMS 4.7.4, Uninitialized_variable_info.
 *
 * <h2>Methods without room</h2>
 *
 * <p>A method that would exceed 64 KB has probes at only some of these places, each a call that marks all lines that
 * run together: {@link SparseProbes}.
 *
 * <h2>Outcomes</h2>
 *
 * <p>If requested, outcomes of jumps, switches and calls are inspected next to the instructions: {@link
 * MethodElements}. This may use a local, and a handler after the code, the last one of the table.
 *
 * <h2>Before the first instruction</h2>
 *
 * <p>Code added at entry has the line of the first instruction and precedes every exception range and jump target, so a
 * stack overflow at entry reports the original line.
 */
class ProbeInserter extends MethodVisitor {
    private static final Object[] NOTHING = {};
    private static final Object[] THROWABLE = {"java/lang/Throwable"};

    private final MethodProbes probes;
    private final Emitter emitter;

    /** Types of the emitter's locals. */
    private final Object[] held;

    /** The labels visited so far, targets of backward jumps. Empty if the emitter does not need them. */
    private final Set<Label> met;

    /** Inspects outcomes; or null. */
    private final MethodElements elements;

    /** Twin labels directly before each {@code new}; null while there are none. */
    private Map<Label, Label> twins;

    /** Slots to mark before the next instruction. */
    private int[] pending = new int[2];

    private int pendingCount;

    /** Slot of the line that begins at the next instruction, or -1. */
    private int begun = -1;

    /**
     * Slot of a line of which only constants were visited since {@link #begun}, possibly arguments of an added call; or
     * -1.
     */
    private int argued = -1;

    /** Slot of a line of which only the preceding jump was visited, or -1. */
    private int jumped = -1;

    /**
     * Whether the last instruction may have waited. The refresh is emitted before the next instruction, where the
     * handler that unlocks is active.
     */
    private boolean waited;

    /** Labels since the last instruction. */
    private Label[] labels = new Label[2];

    private int labelCount;
    private Label entry;
    private Label first;
    private boolean started;

    /** Number of line entries visited, in a method without room for a probe at each. */
    private int places;

    /** Starts of handlers, if needed; and whether one begins at the next instruction. */
    private Set<Label> handlers;

    private boolean caught;

    /** Start of the range with watched calls. */
    private Label watched;

    ProbeInserter(MethodVisitor writer, MethodProbes probes) {
        super(Opcodes.ASM9, writer);
        this.probes = probes;
        this.emitter = probes.emitter;
        this.elements = probes.elements;
        this.held = emitter.locals();
        this.met = held.length > 0 ? new HashSet<>() : Collections.emptySet();
    }

    // ---- entry

    /** Whether code precedes the first instruction. */
    boolean hasPrologue() {
        return probes.placement == Placement.ENTRY || held.length > 0 || isWatched();
    }

    /** Whether calls are watched. */
    private boolean isWatched() {
        return elements != null && elements.watch >= 0;
    }

    /** Emits the code before the first instruction. */
    void prologue() {
        if (probes.placement == Placement.ENTRY) {
            probe(probes.entrySlot);
        }
        emitter.prologue(mv);
        if (isWatched()) {
            elements.enter(mv);
        }
    }

    @Override
    public void visitCode() {
        mv.visitCode();
        if (!hasPrologue()) {
            return;
        }
        entry = new Label();
        mv.visitLabel(entry);
        if (probes.layout.lineAtStart != 0) {
            mv.visitLineNumber(probes.layout.lineAtStart, entry);
        }
        prologue();
    }

    // ---- probes

    private void probe(int slot) {
        if (probes.isSparse()) {
            mark(probes.slotsAt(places++));
            return;
        }
        emitter.probe(mv, slot);
    }

    /** Marks slots in the fewest bytes, without a local, a deeper stack than a probe's, or a jump. */
    private void mark(int[] slots) {
        for (int from = 0; from < slots.length; ) {
            int to = SparseProbes.endOfRange(slots, from);
            if (to > from + 1) {
                emitter.range(mv, slots[from], slots[to - 1]);
            } else {
                emitter.shortProbe(mv, slots[from]);
            }
            from = to;
        }
    }

    @Override
    public void visitLabel(Label label) {
        if (labelCount == labels.length) {
            labels = Arrays.copyOf(labels, 2 * labelCount);
        }
        labels[labelCount++] = label;
        if (!started && first == null) {
            first = label;
        }
        caught |= handlers != null && handlers.contains(label);
        if (held.length > 0) {
            met.add(label);
        }
        mv.visitLabel(label);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        boolean saidAtEntry = start == first && entry != null && line == probes.layout.lineAtStart;
        if (!saidAtEntry) {
            mv.visitLineNumber(line, start);
        }
        if (elements != null) {
            elements.line(line);
        }
        if (probes.placement != Placement.ENTRY) {
            begun = line == 0 ? -1 : probes.slotOf(line);
            argued = -1;
            jumped = -1;
            if (begun >= 0) {
                announce(begun);
            }
        }
    }

    /** Called before a switch. */
    private void atSwitch(Label dflt, Label[] targets) {
        boolean backwards = met.contains(dflt);
        for (Label target : targets) {
            backwards |= met.contains(target);
        }
        if (elements != null) {
            elements.atSwitch(mv);
        }
        if (backwards) {
            emitter.again(mv);
        }
    }

    private void announce(int slot) {
        for (int index = 0; index < pendingCount; index++) {
            if (pending[index] == slot) {
                return;
            }
        }
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = slot;
    }

    /** Called before every original instruction. */
    void atInstruction() {
        started = true;
        if (isWatched()) {
            watch();
        }
        if (jumped >= 0 && labelCount > 0) {
            announce(jumped);
        }
        begun = -1;
        argued = -1;
        jumped = -1;
        if (waited) {
            emitter.again(mv);
            waited = false;
        }
        for (int index = 0; index < pendingCount; index++) {
            probe(pending[index]);
        }
        pendingCount = 0;
        labelCount = 0;
    }

    /** Begins the range with watched calls; marks exceptions at a handler that begins here. */
    private void watch() {
        if (watched == null && elements.isConstructed()) {
            watched = new Label();
            mv.visitLabel(watched);
        }
        if (caught) {
            elements.caught(mv);
        }
        caught = false;
    }

    /** Marks exceptions that leave the method. */
    private void watchEnd() {
        if (watched == null) {
            return;
        }
        Label handler = new Label();
        mv.visitLabel(handler);
        if (probes.withFrames) {
            Object[] locals = withLocals(NOTHING);
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, THROWABLE);
        }
        elements.caught(mv);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitTryCatchBlock(
                watched, handler, handler, null); // the last entry of the table: the method's own come first
    }

    /** Called before a constant. */
    private void atConstant() {
        int line = Math.max(begun, argued); // at most one is set
        atInstruction();
        argued = line;
    }

    private void placeTwins() {
        for (int index = 0; index < labelCount; index++) {
            mv.visitLabel(twin(labels[index]));
        }
    }

    private Label twin(Label label) {
        if (twins == null) {
            twins = new HashMap<>(); // most methods need none
        }
        // No lambda: linking one loads classes, which a transformer should avoid.
        Label twin = twins.get(label);
        if (twin == null) {
            twin = new Label();
            twins.put(label, twin);
        }
        return twin;
    }

    // ---- frames and variables

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        if (type == Opcodes.F_SAME1 || numStack > 0) {
            jumped = -1;
        }
        // The other frame types add nothing.
        boolean names =
                type == Opcodes.F_FULL || type == Opcodes.F_NEW || type == Opcodes.F_APPEND || type == Opcodes.F_SAME1;
        Object[] locals = names ? withTwins(local, numLocal) : local;
        boolean added = held.length > 0 || isWatched();
        if (added) {
            locals = withLocals(locals);
        }
        mv.visitFrame(
                type, added ? locals.length : numLocal, locals, numStack, names ? withTwins(stack, numStack) : stack);
    }

    /** Returns the locals of an expanded frame, with the emitter's and the one for calls. */
    private Object[] withLocals(Object[] locals) {
        int added = held.length + (isWatched() ? 1 : 0);
        int gap = probes.layout.maxLocals;
        for (Object local : locals) {
            gap -= local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        Object[] all = Arrays.copyOf(locals, locals.length + gap + added);
        Arrays.fill(all, locals.length, all.length - added, Opcodes.TOP);
        System.arraycopy(held, 0, all, all.length - added, held.length);
        if (isWatched()) {
            all[all.length - 1] = Opcodes.INTEGER;
        }
        return all;
    }

    private Object[] withTwins(Object[] types, int count) {
        Object[] copy = new Object[count];
        for (int index = 0; index < count; index++) {
            Object type = types[index];
            copy[index] = type instanceof Label ? twin((Label) type) : type;
        }
        return copy;
    }

    @Override
    public void visitLocalVariable(
            String name, String descriptor, String signature, Label start, Label end, int index) {
        mv.visitLocalVariable(name, descriptor, signature, fromEntry(start), end, index);
    }

    @Override
    public AnnotationVisitor visitLocalVariableAnnotation(
            int typeRef,
            TypePath typePath,
            Label[] start,
            Label[] end,
            int[] index,
            String descriptor,
            boolean visible) {
        Label[] starts = new Label[start.length];
        for (int at = 0; at < start.length; at++) {
            starts[at] = fromEntry(start[at]);
        }
        return mv.visitLocalVariableAnnotation(typeRef, typePath, starts, end, index, descriptor, visible);
    }

    /** Extends the range of parameters, which begins at the first instruction, to the entry. */
    private Label fromEntry(Label start) {
        return start == first && entry != null ? entry : start;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (isWatched()) {
            watchEnd();
        }
        int operands = Emitter.OPERANDS + (elements == null ? 0 : ElementPlan.OPERANDS);
        int locals = held.length + (isWatched() ? 1 : 0);
        mv.visitMaxs(maxStack + operands, maxLocals + locals);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        if (isWatched()) {
            handlers = handlers == null ? new HashSet<>() : handlers;
            handlers.add(handler);
        }
        mv.visitTryCatchBlock(start, end, handler, type);
    }

    // ---- instructions

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            atConstant();
        } else {
            atInstruction();
        }
        mv.visitInsn(opcode);
        waited |= opcode == Opcodes.MONITORENTER;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode == Opcodes.NEWARRAY) {
            atInstruction();
        } else {
            atConstant();
        }
        mv.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int varIndex) {
        atInstruction();
        mv.visitVarInsn(opcode, varIndex);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            int atNew = labelCount;
            atInstruction();
            labelCount = atNew;
            placeTwins();
            labelCount = 0;
            if (elements != null) {
                elements.making();
            }
        } else {
            atInstruction();
        }
        mv.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        atInstruction();
        mv.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int line = AddedCalls.isTo(owner) ? Math.max(begun, argued) : -1;
        atInstruction();
        if (elements != null) {
            elements.atCall(mv, owner, name, descriptor);
        }
        mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (elements != null) {
            elements.returned(mv, descriptor);
        }
        waited |= held.length > 0 && Waits.isIn(owner, name);
        begun = line;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        atInstruction();
        if (elements != null) {
            elements.atDynamic(mv, descriptor, bootstrap);
        }
        mv.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        if (elements != null) {
            elements.returned(mv, descriptor);
        }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        int line = begun;
        atInstruction();
        if (elements != null) {
            elements.atJump(mv, opcode);
        }
        if (met.contains(label)) {
            emitter.again(mv);
        }
        mv.visitJumpInsn(opcode, label);
        jumped = opcode == Opcodes.GOTO ? line : -1;
    }

    @Override
    public void visitLdcInsn(Object value) {
        atConstant();
        mv.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int varIndex, int increment) {
        atInstruction();
        mv.visitIincInsn(varIndex, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... targets) {
        atInstruction();
        atSwitch(dflt, targets);
        mv.visitTableSwitchInsn(min, max, dflt, targets);
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] targets) {
        atInstruction();
        atSwitch(dflt, targets);
        mv.visitLookupSwitchInsn(dflt, keys, targets);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        atInstruction();
        mv.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}
