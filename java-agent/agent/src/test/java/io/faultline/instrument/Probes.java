package io.faultline.instrument;

/** What classes of the tests are given. */
enum Probes {
    NONE,
    /** Those that store into the chunk itself. */
    SHARED,
    /** Those that ask for their thread's array. */
    SCOPED,
    /** Shared ones, of what conditions, switches and calls come to, too. */
    RICH,
    /** Scoped ones of all that. */
    RICH_SCOPED;

    boolean areScoped() {
        return this == SCOPED || this == RICH_SCOPED;
    }

    boolean areRich() {
        return this == RICH || this == RICH_SCOPED;
    }
}
