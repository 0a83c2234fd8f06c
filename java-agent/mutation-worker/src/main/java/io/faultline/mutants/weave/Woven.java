package io.faultline.mutants.weave;

import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** A class with mutants. Plain data; do not modify the arrays. */
public final class Woven {
    /** Version of the operators and of the numbering they produce. */
    public static final int OPERATORS_VERSION = 3;

    public final byte[] bytes;

    /** The class's number in the settings. */
    public final int classNumber;

    /** Binary name, with dots. */
    public final String name;

    /** FNV-1a 64 hash of the original class file, or of the recorded one in whose place it stands. */
    public final long hash;

    /**
     * Alternating names and descriptors of all methods in the compiled class file; {@link Mutant#method} is the index of a pair.
     */
    public final String[] methods;

    /** The mutants compiled in, by number. */
    public final List<Mutant> mutants;

    /** The number of mutants on all lines of the class. */
    public final int size;

    /** The number of mutants on wanted lines that did not fit into their method or class. */
    public final int dropped;

    /** The number of methods without mutants because they use subroutines, as in Java 1.4 and older. */
    public final int subroutines;

    /** Names of methods with wanted lines that have no mutants because they decide whether tests pass. */
    public final Set<String> asserting;

    Woven(
            byte[] bytes,
            int classNumber,
            long hash,
            Sites sites,
            List<Mutant> mutants,
            int dropped,
            Set<String> asserting) {
        this.bytes = bytes;
        this.classNumber = classNumber;
        this.name = sites.type.name.replace('/', '.');
        this.hash = hash;
        this.methods = sites.reported;
        this.mutants = mutants;
        this.size = sites.size;
        this.dropped = dropped;
        this.subroutines = sites.subroutines;
        this.asserting = asserting;
    }

    private Woven(Woven other, long hash) {
        this.bytes = other.bytes;
        this.classNumber = other.classNumber;
        this.name = other.name;
        this.hash = hash;
        this.methods = other.methods;
        this.mutants = other.mutants;
        this.size = other.size;
        this.dropped = other.dropped;
        this.subroutines = other.subroutines;
        this.asserting = other.asserting;
    }

    /** Returns the same class, identified by the hash of the class file that was recorded. */
    public Woven recordedAs(long recorded) {
        return recorded == hash ? this : new Woven(this, recorded);
    }

    /** Numbers of the mutants in the class's initialiser. */
    public BitSet ofInitialiser() {
        BitSet numbers = new BitSet();
        for (Mutant mutant : mutants) {
            if (methods[2 * mutant.method].equals("<clinit>")) {
                numbers.set(mutant.number);
            }
        }
        return numbers;
    }
}
