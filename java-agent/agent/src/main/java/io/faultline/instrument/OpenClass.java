package io.faultline.instrument;

import java.util.Map;

/**
 * A class file that is read once for all purposes: its plan, its probes, its references to other classes.
 *
 * <p>Reading is a large part of the cost of instrumentation, and decoded strings are kept. Threads: one at a time.
 */
public final class OpenClass {
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

    /** Like {@link ClassDetails#of} for the same bytes. */
    public ClassDetails details() {
        return ClassDetails.of(layout, plan);
    }
}
