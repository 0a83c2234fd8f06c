package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Map;

/**
 * A class file that is read once for all purposes: its plan, its probes, its references to other classes.
 *
 * <p>Reading is a large part of the cost of instrumentation, and decoded strings are kept. Threads: one at a time.
 */
public final class OpenClass {
    /** In {@link #order}: nothing is woven into the method. */
    public static final int LEAVE = 0;

    /** One probe before the first instruction. */
    public static final int ENTRY = 1;

    /** A probe at every line entry. */
    public static final int LINES = 2;

    /** Calls at the begin and the ends of a static initialiser. */
    public static final int BRACKETS = 4;

    /** Lines without a slot are no error. */
    public static final int ONLY_SOME = 8;

    /** The slots of its probes. */
    public final ClassPlan plan;

    private final ClassLayout layout;

    private OpenClass(ClassLayout layout, ClassPlan plan) {
        this.layout = layout;
        this.plan = plan;
    }

    /** Reads and plans. Errors: as {@link Instrumenter#plan}. */
    public static OpenClass read(byte[] classFile) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        return new OpenClass(layout, Instrumenter.plan(layout, classFile));
    }

    /**
     * Like {@link #read}, but only with lines that are copies of {@code lines}, ascending by class, according to {@code
     * map}. Errors: among others if there is none.
     */
    public static OpenClass copies(byte[] classFile, SourceMap map, Map<String, int[]> lines) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        layout.keepCopies(map, lines);
        return new OpenClass(layout, Instrumenter.plan(layout, classFile));
    }

    /**
     * Reads a class that was refused because it has no lines. Its plan has no slots: probes in the methods that a person
     * wrote mark the class as touched. Errors: there is no room for one.
     */
    public static OpenClass unlined(byte[] classFile) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        return new OpenClass(layout, Instrumenter.planUnlined(layout, classFile));
    }

    /** Returns the same class, known by the file of another plan: a tool has made it of that file. */
    public OpenClass madeOf(ClassPlan file) {
        return new OpenClass(layout, plan.withHash(file.hash));
    }

    /** Like {@link Instrumenter#instrument(byte[], ClassPlan, int, int, int, boolean)} for the same bytes. */
    public byte[] instrument(int classId, int chunk, int base, boolean scoped) throws Refused {
        return Instrumenter.instrument(layout, plan, Instrumenter.lines(classId, chunk, base, scoped), null, null);
    }

    /**
     * Returns what is to be woven into each method of the file, in its order: what and how ({@link #LEAVE} or a sum of
     * the other constants), its first slot, and the slot after its last. Null if a method has no room for all probes.
     */
    public int[] order() {
        int[] order = new int[3 * layout.methods.length];
        int at = 0;
        for (MethodLayout method : layout.methods) {
            int code = method.codeIndex;
            if (code >= 0) {
                if (plan.lost[code] > 0 && !plan.entryOnly[code]) {
                    return null;
                }
                int from = plan.firstSlot(code);
                int to = plan.firstSlot(code + 1);
                order[at] = (plan.entryOnly[code] || from == to ? ENTRY : LINES)
                        | (method.isInitialiser(layout.major) ? BRACKETS : 0)
                        | (method.onlySome ? ONLY_SOME : 0);
                order[at + 1] = from;
                order[at + 2] = to;
            }
            at += 3;
        }
        return order;
    }

    /** Whether a test may begin or end during a call of a method of the class. */
    public boolean seesTests() {
        return layout.mentionsTests();
    }

    /** Like {@link ClassDetails#of} for the same bytes. */
    public ClassDetails details() {
        return ClassDetails.of(layout, plan);
    }
}
