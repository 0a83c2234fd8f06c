package io.faultline.mutants.weave;

/**
 * The mutants of one instruction, and how all of them are compiled in at once. An operator makes it from what it finds at a
 * {@link Place}.
 */
abstract class Change {
    /** What each alternative does, for people. */
    final String[] words;

    Change(String... words) {
        this.words = words;
    }

    /** Puts the alternatives into the method at {@code place}; the first is mutant {@code base}, the others follow. */
    abstract void weave(Place place, int base);
}
