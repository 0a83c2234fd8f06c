package io.faultline.mutants.weave;

import java.util.List;

/** A class with mutants in it. Plain data; the arrays are not to be written to. */
public final class Woven {
    /** Version of the set of operators and of the numbers that it gives. */
    public static final int OPERATORS_VERSION = 1;

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

    /** How many mutants on wanted lines had no room in their method. */
    public final int dropped;

    Woven(byte[] bytes, int classNumber, String name, long hash, String[] methods, List<Mutant> mutants, int size, int dropped) {
        this.bytes = bytes;
        this.classNumber = classNumber;
        this.name = name;
        this.hash = hash;
        this.methods = methods;
        this.mutants = mutants;
        this.size = size;
        this.dropped = dropped;
    }
}
