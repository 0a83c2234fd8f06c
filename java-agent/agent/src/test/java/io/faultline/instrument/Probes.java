package io.faultline.instrument;

/** The kinds of probes that tests use. */
enum Probes {
    NONE,
    /** Probes that store into the chunk itself. */
    SHARED,
    /** Probes that use their thread's array. */
    SCOPED,
    /** Shared probes that the core wrote, where it can. */
    WOVEN,
    /** Scoped probes that the core wrote, where it can. */
    WOVEN_SCOPED,
    /** Shared probes, with outcomes of conditions, switches and calls. */
    RICH,
    /** Scoped probes, with these outcomes. */
    RICH_SCOPED;

    boolean areScoped() {
        return this == SCOPED || this == RICH_SCOPED || this == WOVEN_SCOPED;
    }

    boolean areRich() {
        return this == RICH || this == RICH_SCOPED;
    }

    boolean areWoven() {
        return this == WOVEN || this == WOVEN_SCOPED;
    }
}
