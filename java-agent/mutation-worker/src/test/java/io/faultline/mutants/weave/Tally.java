package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts classes of a run: mutated, refused by reason, linked, broken by us. */
final class Tally {
    private static final BitSet ALL_LINES = new BitSet();

    static {
        ALL_LINES.set(0, 1 << 16);
    }

    int mutated;
    int linked;
    int unlinkable;
    long mutants;
    long dropped;
    int subroutines;
    long bytesBefore;
    long bytesAfter;
    long nanos;
    final Map<String, Integer> refused = new TreeMap<>();

    /** The number of mutants that did not fit, by class. */
    final Map<String, Integer> full = new TreeMap<>();

    /** Failures that the original class does not have, with the class name. */
    final List<String> broken = new ArrayList<>();

    /** Mutates the class; null if it is refused. */
    byte[] mutate(String name, byte[] original) {
        long start = System.nanoTime();
        try {
            Woven woven = Schemata.weave(original, 1, ALL_LINES, true);
            mutated++;
            mutants += woven.mutants.size();
            dropped += woven.dropped;
            if (woven.dropped > 0) {
                full.put(name, woven.dropped);
            }
            subroutines += woven.subroutines;
            bytesBefore += original.length;
            bytesAfter += woven.bytes.length;
            return woven.bytes;
        } catch (RuntimeException | Error reason) {
            refused.merge(String.valueOf(reason), 1, Integer::sum);
            return null;
        } finally {
            nanos += System.nanoTime() - start;
        }
    }

    void add(Tally other) {
        mutated += other.mutated;
        linked += other.linked;
        unlinkable += other.unlinkable;
        mutants += other.mutants;
        dropped += other.dropped;
        full.putAll(other.full);
        subroutines += other.subroutines;
        bytesBefore += other.bytesBefore;
        bytesAfter += other.bytesAfter;
        nanos += other.nanos;
        other.refused.forEach((reason, count) -> refused.merge(reason, count, Integer::sum));
        broken.addAll(other.broken);
    }

    @Override
    public String toString() {
        return String.format(
                "%d classes with %d mutants (%+.0f %% bytes, %d us each), %d mutants without room in %d classes, %d methods with"
                        + " subroutines, refused %s; %d linked, %d not linkable as they are, %d broken",
                mutated,
                mutants,
                100.0 * (bytesAfter - bytesBefore) / Math.max(1, bytesBefore),
                nanos / 1000 / Math.max(1, mutated),
                dropped,
                full.size(),
                subroutines,
                refused,
                linked,
                unlinkable,
                broken.size());
    }
}
