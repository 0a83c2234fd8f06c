package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Inserts a probe at every line entry of a class.
 *
 * <p>Deterministic: equal arguments give equal bytes. Loads no class, reads no property, starts no thread, performs no
 * I/O, adds no member. Threads: any.
 */
public final class Instrumenter {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private Instrumenter() {}

    /**
     * Plans {@code classFile}: its methods, lines and slots.
     *
     * <p>Errors: {@link Refused}, with a reason that can be grouped.
     */
    public static ClassPlan plan(byte[] classFile) throws Refused {
        return OpenClass.read(classFile).plan;
    }

    static ClassPlan plan(ClassLayout layout, byte[] classFile) throws Refused {
        try {
            refuseIfPointless(layout);
            return planOf(layout, hash(classFile));
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED);
        }
    }

    /** Plans a class without lines: no slots, and those methods that a person wrote. Errors: no room for a probe. */
    static ClassPlan planUnlined(ClassLayout layout, byte[] classFile) throws Refused {
        layout.keepUnlined();
        try {
            return planOf(layout, hash(classFile));
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED);
        }
    }

    private static ClassPlan planOf(ClassLayout layout, long hash) throws Refused {
        PlanBuilder plan = new PlanBuilder();
        boolean mayBeBeyond = Unlined.areBeyondTheLastLine(layout);
        for (int index = 0; index < layout.methods.length; index++) {
            MethodLayout method = layout.methods[index];
            if (method.codeIndex < 0) {
                continue;
            }
            int[] lines = method.distinctLines();
            Placement placement = Placement.of(layout, index);
            boolean entryOnly = placement == Placement.ENTRY && lines.length > 0;
            int[] recorded = lines;
            if (entryOnly) {
                recorded = new int[] {method.firstLine()};
            } else if (placement == Placement.SPARSE) {
                recorded = SparseProbes.of(layout, index, Placement.room(layout, index))
                        .keptLines();
            }
            boolean isUnlined = mayBeBeyond && Unlined.is(layout, method);
            plan.add(method, recorded, entryOnly, lines.length - recorded.length, isUnlined);
        }
        String name = layout.reader.getClassName().replace('/', '.');
        return plan.build(name, layout.sourceFile, hash);
    }

    private static void refuseIfPointless(ClassLayout layout) throws Refused {
        boolean code = false;
        boolean lines = false;
        for (MethodLayout method : layout.methods) {
            code |= method.codeIndex >= 0;
            lines |= method.codeIndex >= 0 && method.entries.length > 0;
        }
        if (!code) {
            throw new Refused(Refused.NO_CODE);
        }
        if (layout.mentionsProbes()) {
            throw new Refused(Refused.ALREADY);
        }
        if (!lines) {
            throw new Refused(Unwritten.isWhole(layout) ? Refused.NO_CODE : Refused.NO_LINES);
        }
    }

    /**
     * Returns {@code classFile} with probes: slot {@code s} of {@code plan} is byte {@code base + s} of chunk {@code
     * chunk}.
     *
     * <p>{@code plan} is that of the same bytes, or of the bytes from which another tool made them: then methods are
     * matched by name and descriptor, and added methods have no probes. Errors: {@link Refused}, among others if the
     * code has a line that the plan lacks.
     */
    public static byte[] instrument(byte[] classFile, ClassPlan plan, int classId, int chunk, int base) throws Refused {
        return instrument(classFile, plan, classId, chunk, base, false);
    }

    /**
     * Like above; with {@code scoped}, probes store into their thread's array for the chunk instead of the chunk. Both
     * fit into the same room.
     */
    public static byte[] instrument(byte[] classFile, ClassPlan plan, int classId, int chunk, int base, boolean scoped)
            throws Refused {
        return instrument(classFile, plan, lines(classId, chunk, base, scoped));
    }

    static ChunkEmitter lines(int classId, int chunk, int base, boolean scoped) {
        return scoped ? new ScopedEmitter(classId, chunk, base) : new SharedEmitter(classId, chunk, base);
    }

    /**
     * Like above, with the outcomes of {@code elements}: slot {@code s} of these is byte {@code elementBase + s} of
     * chunk {@code elementChunk}. The probes of lines are the same. {@code elements} must be planned from exactly these
     * bytes.
     */
    public static byte[] instrument(
            byte[] classFile,
            ClassPlan plan,
            int classId,
            int chunk,
            int base,
            boolean scoped,
            ElementPlan elements,
            int elementChunk,
            int elementBase)
            throws Refused {
        Emitter lines = lines(classId, chunk, base, scoped);
        ChunkEmitter outcomes = lines(classId, elementChunk, elementBase, scoped);
        return instrument(classFile, plan, lines, elements, outcomes);
    }

    /**
     * Returns {@code classFile} with the outcomes of {@code elements}, but without probes at lines: the same
     * instructions at the same places as above. {@code plan} and {@code elements} must be planned from exactly these
     * bytes.
     *
     * <p>Errors: {@link Refused}.
     */
    public static byte[] outcomes(byte[] classFile, ClassPlan plan, ElementPlan elements, OutcomeStore store)
            throws Refused {
        return instrument(classFile, plan, new NoLines(), elements, store);
    }

    /** Like above, with probes written by {@code emitter}. */
    public static byte[] instrument(byte[] classFile, ClassPlan plan, Emitter emitter) throws Refused {
        return instrument(classFile, plan, emitter, null, null);
    }

    private static byte[] instrument(
            byte[] classFile, ClassPlan plan, Emitter emitter, ElementPlan elements, OutcomeStore outcomes)
            throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        layout.follow(plan);
        return instrument(layout, plan, emitter, elements, outcomes);
    }

    /** Like above, for a class whose methods are numbered as in the plan. */
    static byte[] instrument(
            ClassLayout layout, ClassPlan plan, Emitter emitter, ElementPlan elements, OutcomeStore outcomes)
            throws Refused {
        try {
            Weaver weaver = new Weaver(layout, plan, emitter.of(layout), elements, outcomes);
            boolean expanded = emitter.wantsExpandedFrames() || elements != null;
            layout.reader.accept(weaver, expanded ? ClassReader.EXPAND_FRAMES : 0);
            return weaver.writer.toByteArray();
        } catch (ClassTooLargeException full) {
            throw new Refused(Refused.POOL_FULL);
        } catch (MethodTooLargeException full) {
            throw new Refused(Refused.METHOD_FULL);
        } catch (RuntimeException unreadable) {
            throw unreadable.getCause() instanceof Refused
                    ? (Refused) unreadable.getCause()
                    : new Refused(Refused.DAMAGED);
        }
    }

    private static long hash(byte[] bytes) {
        long hash = FNV_OFFSET;
        for (byte next : bytes) {
            hash = (hash ^ (next & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    /** Collects the slots of a class method by method. */
    private static final class PlanBuilder {
        private String[] methods = new String[16];
        private boolean[] entryOnly = new boolean[8];
        private int[] lost = new int[8];
        private boolean[] unlined = new boolean[8];
        private int methodCount;
        private int[] lines = new int[64];
        private int[] owners = new int[64];
        private int slots;

        void add(MethodLayout method, int[] methodLines, boolean atEntryOnly, int linesLost, boolean isUnlined) {
            if (2 * methodCount == methods.length) {
                methods = Arrays.copyOf(methods, 4 * methodCount);
                entryOnly = Arrays.copyOf(entryOnly, 2 * methodCount);
                lost = Arrays.copyOf(lost, 2 * methodCount);
                unlined = Arrays.copyOf(unlined, 2 * methodCount);
            }
            methods[2 * methodCount] = method.name;
            methods[2 * methodCount + 1] = method.descriptor;
            entryOnly[methodCount] = atEntryOnly;
            lost[methodCount] = linesLost;
            unlined[methodCount] = isUnlined;
            int end = slots + methodLines.length;
            if (end > lines.length) {
                lines = Arrays.copyOf(lines, 2 * end);
                owners = Arrays.copyOf(owners, 2 * end);
            }
            System.arraycopy(methodLines, 0, lines, slots, methodLines.length);
            Arrays.fill(owners, slots, end, methodCount);
            slots = end;
            methodCount++;
        }

        ClassPlan build(String name, String sourceFile, long hash) {
            return new ClassPlan(
                    name,
                    sourceFile,
                    hash,
                    Arrays.copyOf(methods, 2 * methodCount),
                    Arrays.copyOf(lines, slots),
                    Arrays.copyOf(owners, slots),
                    Arrays.copyOf(entryOnly, methodCount),
                    Arrays.copyOf(lost, methodCount),
                    Arrays.copyOf(unlined, methodCount));
        }
    }

    /** One pass over a class, which passes each method with code to a probe inserter. */
    private static final class Weaver extends ClassVisitor {
        final ClassWriter writer;

        private final ClassLayout layout;
        private final ClassPlan plan;
        private final Emitter emitter;
        private final ElementPlan elements;
        private final OutcomeStore outcomes;

        /** Index of the method being visited. */
        private int index = -1;

        Weaver(ClassLayout layout, ClassPlan plan, Emitter emitter, ElementPlan elements, OutcomeStore outcomes) {
            super(Opcodes.ASM9);
            this.layout = layout;
            this.plan = plan;
            this.emitter = emitter;
            this.elements = elements;
            this.outcomes = outcomes;
            this.writer = new SealedWriter(layout.reader);
            this.cv = writer;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = writer.visitMethod(access, name, descriptor, signature, exceptions);
            MethodLayout method = layout.methods[++index];
            if (method.codeIndex < 0) {
                return next;
            }
            MethodProbes probes = probesOf(method);
            if (elements != null && elements.ofMethod(method.codeIndex) != null) {
                int local = method.maxLocals + probes.emitter.locals().length;
                probes.elements = new MethodElements(
                        outcomes.beside(probes.emitter), elements.ofMethod(method.codeIndex), elements, name, local);
            }
            probes.withFrames = layout.major >= Opcodes.V1_6;
            probes.expanded = emitter.wantsExpandedFrames() || elements != null;
            return method.isInitialiser(layout.major) && emitter.looksAtInitialisers()
                    ? new InitialiserInserter(next, probes)
                    : new ProbeInserter(next, probes);
        }

        private MethodProbes probesOf(MethodLayout method) {
            int from = plan.firstSlot(method.codeIndex);
            int to = plan.firstSlot(method.codeIndex + 1);
            if (method.entries.length == 0 && emitter.mayLackLines()) {
                to = from; // like a method without lines
            }
            Placement placement =
                    placement(plan.entryOnly[method.codeIndex], plan.lost[method.codeIndex] > 0, from < to);
            MethodProbes probes = new MethodProbes(method, placement, emitter, plan, from, to);
            return placement == Placement.SPARSE ? probes.sparse(sparse(plan, from, to)) : probes;
        }

        private SparseProbes sparse(ClassPlan plan, int from, int to) {
            SparseProbes sparse = SparseProbes.of(layout, index, Placement.room(layout, index));
            int[] kept = sparse.keptLines();
            for (int slot = from; slot < to; slot++) {
                if (Arrays.binarySearch(kept, plan.lines[slot]) < 0
                        && Arrays.binarySearch(sparse.lines, plan.lines[slot]) >= 0) {
                    // The plan reserved room for a probe wherever the line is entered.
                    throw new IllegalArgumentException(new Refused(Refused.METHOD_FULL));
                }
            }
            return sparse;
        }

        private Placement placement(boolean entryOnly, boolean sparse, boolean hasLines) {
            try {
                Placement placement = Placement.of(layout, index);
                if (sparse && !entryOnly && placement == Placement.LINES) {
                    return Placement.SPARSE; // the plan has no slots for the other lines, even if there is room
                }
                if (placement == Placement.ENTRY && hasLines && !entryOnly) {
                    // The plan has lines, with room for a probe at each.
                    throw new Refused(
                            layout.methods[index].entries.length == 0 ? Refused.NO_LINES : Refused.METHOD_FULL);
                }
                return entryOnly ? Placement.ENTRY : placement;
            } catch (Refused refused) {
                throw new IllegalArgumentException(refused);
            }
        }
    }

    /** A writer that never loads classes: no common superclass must be computed here. */
    private static final class SealedWriter extends ClassWriter {
        SealedWriter(ClassReader reader) {
            super(reader, 0);
        }

        @Override
        protected String getCommonSuperClass(String type1, String type2) {
            throw new UnsupportedOperationException();
        }
    }
}
