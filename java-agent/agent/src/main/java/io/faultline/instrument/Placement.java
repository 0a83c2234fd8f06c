package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;

/** The placement of a method's probes. */
enum Placement {
    /** One probe before the first instruction. */
    ENTRY,
    /** A probe at every line entry, and another after a jump at which a line begins. */
    LINES,
    /** As many probes as fit, each for all lines that run together: {@link SparseProbes}. */
    SPARSE;

    /** In shorter code no jump becomes wide (JVMS 4.9.1, 6.5.goto). */
    private static final int SHORT_JUMPS = 32_767;

    private static final int INITIALISER_UNCOUNTED = 4_000;
    private static final int MAX_CODE = 65_535;
    private static final int MAX_OPERANDS = 65_535;

    /** Decides for the method at {@code index} of {@code layout}, which has code. */
    static Placement of(ClassLayout layout, int index) throws Refused {
        MethodLayout method = layout.methods[index];
        if (method.maxStack > MAX_OPERANDS - Emitter.OPERANDS) {
            throw new Refused(Refused.METHOD_FULL);
        }
        int entries = method.entries.length;
        long withProbes = method.codeLength + (long) Emitter.PROBE_BYTES * entries;
        boolean initialiser = method.isInitialiser(layout.major);
        // Doubled, because a line that begins with a jump has another probe after it.
        boolean surelyFits = withProbes + (long) Emitter.PROBE_BYTES * entries <= SHORT_JUMPS
                && (!initialiser || method.codeLength <= INITIALISER_UNCOUNTED);
        if (entries > 0) {
            if (surelyFits || Growth.of(layout, index).atEveryLine(withProbes, entries) <= MAX_CODE) {
                return LINES;
            }
            long room = room(layout, index);
            if (room >= Emitter.SHORT_BYTES
                    && SparseProbes.of(layout, index, room).keptLines().length > 0) {
                return SPARSE;
            }
        }
        if (!surelyFits && Growth.of(layout, index).atEntry(method.codeLength) > MAX_CODE) {
            throw new Refused(Refused.METHOD_FULL);
        }
        return ENTRY;
    }

    /** Returns the bytes left for probes in a method too large for one at every line; may be negative. */
    static long room(ClassLayout layout, int index) {
        return MAX_CODE - Growth.of(layout, index).withoutProbes(layout.methods[index].codeLength);
    }
}
