package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;

/** Where a method's probes go and how they reach the hit array: one decision, made in one place. */
enum Placement {
    /** One probe before the first instruction. */
    ENTRY,
    /** A probe at every line; each fetches the array itself. No local, no frame changes. */
    DIRECT,
    /** A probe at every line; the array is fetched at entry and kept in a new local. */
    LOCAL;

    /**
     * From how many probes on a local pays. Fetching costs 3 bytes per probe, the local 5 once and
     * 1 to 2 per probe.
     */
    static final int LOCAL_FROM = 3;

    /**
     * The longest method (with probes) that gets a local. A local shifts others, which can lengthen
     * every instruction and with them jumps, by at most 8/3 in all: this bound keeps the result
     * below 64 KB without counting. The JIT compiles nothing above 8,000 bytes anyway.
     */
    static final int LOCAL_UNTIL = 20_000;

    /** Below this, no jump needs more room than it has (JVMS 4.9.1, 6.5.goto). */
    private static final int SHORT_JUMPS = 32_767;

    private static final int INITIALISER_UNCOUNTED = 4_000;
    private static final int MAX_CODE = 65_535;

    /** The most operands, and the most locals, that a method may declare. */
    private static final int MAX_WORDS = 65_535;

    /** Decides for the method at {@code index} of {@code layout}, which has code. */
    static Placement of(ClassLayout layout, int index) throws Refused {
        MethodLayout method = layout.methods[index];
        if (method.maxStack > MAX_WORDS - ProbeInserter.OPERANDS) {
            throw new Refused(Refused.METHOD_FULL);
        }
        int entries = method.entries.length;
        long withProbes = method.codeLength + (long) ProbeInserter.PROBE_BYTES * entries;
        boolean initialiser = method.isInitialiser(layout.major);
        boolean surelyFits =
                withProbes <= SHORT_JUMPS
                        && (!initialiser || method.codeLength <= INITIALISER_UNCOUNTED);
        if (entries > 0) {
            if (surelyFits
                    && withProbes <= LOCAL_UNTIL
                    && entries >= LOCAL_FROM
                    && method.maxLocals < MAX_WORDS) {
                return LOCAL;
            }
            if (surelyFits || Growth.of(layout, index).atEveryLine(withProbes) <= MAX_CODE) {
                return DIRECT;
            }
        }
        if (!surelyFits && Growth.of(layout, index).atEntry(method.codeLength) > MAX_CODE) {
            throw new Refused(Refused.METHOD_FULL);
        }
        return ENTRY;
    }
}
