package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The probes of a method without room for one at each line.
 *
 * <p>Consecutive lines without jumps or throwing instructions between them run together: such a <em>run</em> needs one
 * probe, which marks all its lines. If there is no room for a probe at each run, runs at branches come first, then as
 * many others as fit, spread over the method. A line with probes at only some of its entries would be missed sometimes,
 * so it is dropped, as are lines without probes.
 *
 * <p>Deterministic: equal code gives equal probes. Cost: one visit of the class's code, and O(n log n) in its line
 * entries; used only for methods that are too large.
 */
final class SparseProbes {
    private static final int[] NONE = {};

    /** All lines of the method, ascending; below, lines are indices into this array. */
    final int[] lines;

    /** Whether a line has a probe at each of its entries. */
    private final boolean[] kept;

    /** For each line entry in code order, the lines to mark there. */
    private final int[][] marks;

    private SparseProbes(int[] lines, Runs runs, long room) {
        this.lines = lines;
        this.kept = new boolean[lines.length];
        Arrays.fill(kept, true);
        marks = new int[runs.places][];
        Arrays.fill(marks, NONE);
        boolean[] chosen = choose(runs.list, room);
        for (int index = 0; index < chosen.length; index++) {
            if (!chosen[index]) {
                for (int line : runs.list.get(index).sorted()) {
                    kept[line] = false;
                }
            }
        }
        for (int index = 0; index < chosen.length; index++) {
            if (chosen[index]) {
                Run run = runs.list.get(index);
                marks[run.place] = run.sorted();
            }
        }
    }

    /** Returns the probes of the method at {@code index} that fit into {@code room} bytes. */
    static SparseProbes of(ClassLayout layout, int index, long room) {
        MethodLayout method = layout.methods[index];
        int[] lines = method.distinctLines();
        Runs runs = new Runs(layout.reader.getClassName(), lines.length);
        layout.reader.accept(new Only(index, method, lines, runs), 0);
        runs.build();
        return new SparseProbes(lines, runs, room);
    }

    /** Returns the recorded lines, ascending. */
    int[] keptLines() {
        int[] all = new int[lines.length];
        int count = 0;
        for (int index = 0; index < lines.length; index++) {
            if (kept[index]) {
                all[count++] = lines[index];
            }
        }
        return Arrays.copyOf(all, count);
    }

    /** Returns the source lines to mark at a place, ascending; empty for most places. */
    int[] linesAt(int place) {
        int[] at = marks[place];
        int[] found = new int[at.length];
        int count = 0;
        for (int line : at) {
            if (kept[line]) {
                found[count++] = lines[line];
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static boolean[] choose(List<Run> runs, long room) {
        boolean[] chosen = new boolean[runs.size()];
        long left = room;
        if (!runs.isEmpty() && runs.get(0).bytes() <= left) {
            chosen[0] = true;
            left -= runs.get(0).bytes();
        }
        left = choose(runs, true, chosen, left);
        choose(runs, false, chosen, left);
        return chosen;
    }

    /** Chooses runs at decreasing intervals: every 2^n-th, then those half-way between, while there is room. */
    private static long choose(List<Run> runs, boolean beginsBlock, boolean[] chosen, long room) {
        int[] of = new int[runs.size()];
        int count = 0;
        for (int index = 0; index < of.length; index++) {
            if (!chosen[index] && runs.get(index).beginsBlock == beginsBlock) {
                of[count++] = index;
            }
        }
        long left = room;
        for (int stride = Integer.highestOneBit(Math.max(count, 1)); stride > 0; stride /= 2) {
            for (int at = 0; at < count; at += stride) {
                int index = of[at];
                if (!chosen[index] && runs.get(index).bytes() <= left) {
                    chosen[index] = true;
                    left -= runs.get(index).bytes();
                }
            }
        }
        return left;
    }

    /** Lines that run together, from one entry on. */
    private static final class Run {
        final int place;
        final boolean beginsBlock;
        private int[] lines = new int[2];
        private int count;

        Run(int place, boolean beginsBlock) {
            this.place = place;
            this.beginsBlock = beginsBlock;
        }

        void add(int line) {
            if (count == lines.length) {
                lines = Arrays.copyOf(lines, 2 * count);
            }
            lines[count++] = line;
        }

        int[] sorted() {
            int[] sorted = Arrays.copyOf(lines, count);
            Arrays.sort(sorted);
            return sorted;
        }

        /** Returns an upper bound: dropping lines in between only joins ranges. */
        int bytes() {
            int[] sorted = sorted();
            int bytes = 0;
            for (int from = 0; from < count; ) {
                int to = endOfRange(sorted, from);
                bytes += to == from + 1 ? Emitter.SHORT_BYTES : Emitter.RANGE_BYTES;
                from = to;
            }
            return bytes;
        }
    }

    /** Returns the end of the consecutive numbers from {@code from} on. */
    static int endOfRange(int[] sorted, int from) {
        int to = from + 1;
        while (to < sorted.length && sorted[to] == sorted[to - 1] + 1) {
            to++;
        }
        return to;
    }

    /** Passes one method to an inserter with probes that go to {@link Runs}. */
    private static final class Only extends ClassVisitor {
        private final int wanted;
        private final MethodLayout method;
        private final int[] lines;
        private final Runs runs;
        private int visited;

        Only(int wanted, MethodLayout method, int[] lines, Runs runs) {
            super(Opcodes.ASM9);
            this.wanted = wanted;
            this.method = method;
            this.lines = lines;
            this.runs = runs;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if (visited++ != wanted) {
                return null;
            }
            return new ProbeInserter(runs, MethodProbes.ofAllLines(method, lines, new LineCollector(runs)));
        }
    }

    /** Emits nothing; records the line to be marked instead of its slot. */
    private static final class LineCollector extends Emitter {
        private final Runs runs;

        LineCollector(Runs runs) {
            this.runs = runs;
        }

        @Override
        protected void probe(MethodVisitor code, int line) {
            runs.enters(line);
        }

        @Override
        protected void shortProbe(MethodVisitor code, int line) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void range(MethodVisitor code, int first, int last) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void enter(MethodVisitor code) {}

        @Override
        protected void exit(MethodVisitor code) {}

        @Override
        protected void failed(MethodVisitor code) {}
    }

    /** Collects line entries, and the instructions between them. */
    private static final class Runs extends MethodVisitor {
        /** Marks an instruction that may throw, or after which control may not continue with the next one. */
        private static final Object THROWS = new Object();

        private static final Object ENDS = new Object();

        private final String self;
        private final int[] lastBlock;
        private final List<Object> events = new ArrayList<>();
        private final Set<Label> targets = new HashSet<>();

        final List<Run> list = new ArrayList<>();
        int places;

        Runs(String self, int lines) {
            super(Opcodes.ASM9);
            this.self = self;
            this.lastBlock = new int[lines];
        }

        void enters(int line) {
            events.add(line);
        }

        /** Joins lines to runs; a line entered earlier in its block is marked already. */
        void build() {
            int block = 1;
            boolean begins = true;
            Run run = null;
            for (Object event : events) {
                if (event instanceof Integer) {
                    int line = (Integer) event;
                    int place = places++;
                    if (lastBlock[line] == block) {
                        continue;
                    }
                    lastBlock[line] = block;
                    if (run == null) {
                        run = new Run(place, begins);
                        list.add(run);
                        begins = false;
                    }
                    run.add(line);
                } else if (event == THROWS) {
                    run = null;
                } else if (event == ENDS || targets.contains(event)) {
                    run = null;
                    begins = true;
                    block++;
                }
            }
        }

        private void mayThrow() {
            if (events.isEmpty() || events.get(events.size() - 1) != THROWS) {
                events.add(THROWS);
            }
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            targets.add(handler);
        }

        @Override
        public void visitLabel(Label label) {
            events.add(label);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
                events.add(ENDS);
            } else if (!isHarmless(opcode)) {
                mayThrow();
            }
        }

        private static boolean isHarmless(int opcode) {
            switch (opcode) {
                case Opcodes.IDIV:
                case Opcodes.LDIV:
                case Opcodes.IREM:
                case Opcodes.LREM:
                    return false;
                default:
                    boolean constant = opcode <= Opcodes.DCONST_1;
                    boolean stackOrArithmetic = opcode >= Opcodes.POP && opcode <= Opcodes.DCMPG;
                    return constant || stackOrArithmetic;
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                mayThrow();
            }
        }

        @Override
        public void visitVarInsn(int opcode, int varIndex) {
            if (opcode == Opcodes.RET) {
                events.add(ENDS);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            mayThrow();
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            // Code of a class only runs during or after the class's initialisation.
            boolean own = owner.equals(self) && (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC);
            if (!own) {
                mayThrow();
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            mayThrow();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            mayThrow();
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (!(value instanceof Number || value instanceof String)) {
                mayThrow();
            }
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            mayThrow();
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            targets.add(label);
            events.add(ENDS);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
            ends(dflt, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
            ends(dflt, labels);
        }

        private void ends(Label dflt, Label[] labels) {
            targets.add(dflt);
            targets.addAll(Arrays.asList(labels));
            events.add(ENDS);
        }
    }
}
