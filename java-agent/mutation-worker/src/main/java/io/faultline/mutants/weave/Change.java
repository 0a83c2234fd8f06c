package io.faultline.mutants.weave;

/**
 * The mutants of one instruction, and the code that implements them all. Operators create changes for a {@link Place}.
 */
abstract class Change {
    /** Description of each alternative, for people. */
    final String[] words;

    Change(String... words) {
        this.words = words;
    }

    /** Inserts all alternatives at {@code place}; the first is mutant {@code base}, the others follow. */
    abstract void weave(Place place, int base);
}
