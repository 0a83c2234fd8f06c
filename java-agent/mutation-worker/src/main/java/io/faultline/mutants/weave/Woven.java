package io.faultline.mutants.weave;

import java.util.BitSet;
import java.util.List;

/** A class with mutants in it. Plain data; the arrays are not to be written to. */
public final class Woven {
    /** Version of the set of operators and of the numbers that it gives. */
    public static final int OPERATORS_VERSION = 2;

    public final byte[] bytes;

    /** The number that the settings give the class. */
    public final int classNumber;

    /** Binary name, with dots. */
    public final String name;

    /** FNV-1a 64 of the class file as it was. */
    public final long hash;

    /** Names and descriptors by turns, of all methods of the class file; {@link Mutant#method} is an index of a pair. */
    public final String[] methods;

    /** Those compiled in, by number. */
    public final List<Mutant> mutants;

    /** How many numbers the class has: mutants on all lines. */
    public final int size;

    /** How many mutants on wanted lines had no room in their method or class. */
    public final int dropped;

    /** How many methods have none because their code has subroutines, as that of Java 1.4 and older. */
    public final int subroutines;

    Woven(byte[] bytes, int classNumber, long hash, Sites sites, List<Mutant> mutants, int dropped) {
        this.bytes = bytes;
        this.classNumber = classNumber;
        this.name = sites.type.name.replace('/', '.');
        this.hash = hash;
        this.methods = sites.methods;
        this.mutants = mutants;
        this.size = sites.size;
        this.dropped = dropped;
        this.subroutines = sites.subroutines;
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
