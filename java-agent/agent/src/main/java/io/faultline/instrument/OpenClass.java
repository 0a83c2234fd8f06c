package io.faultline.instrument;

import java.util.Map;

/**
 * A class file that was read once for all that is asked of it: its plan, its probes, what it says of other classes.
 *
 * <p>Reading is a large part of what instrumenting costs, and strings that were read are kept. Threads: one at a time.
 */
public final class OpenClass {
    /** Which slots its probes store. */
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
     * As {@link #read}, of no other lines than those that are copies of {@code lines}, ascending by class, as {@code map}
     * says. Errors: also if there is none.
     */
    public static OpenClass copies(byte[] classFile, SourceMap map, Map<String, int[]> lines) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        layout.keepCopies(map, lines);
        return new OpenClass(layout, Instrumenter.plan(layout, classFile));
    }

    /** As {@link Instrumenter#instrument(byte[], ClassPlan, int, int, int, boolean)} of the same bytes. */
    public byte[] instrument(int classId, int chunk, int base, boolean scoped) throws Refused {
        return Instrumenter.instrument(layout, plan, Instrumenter.lines(classId, chunk, base, scoped), null, null);
    }

    /** As {@link ClassDetails#of} of the same bytes. */
    public ClassDetails details() {
        return ClassDetails.of(layout, plan);
    }
}
