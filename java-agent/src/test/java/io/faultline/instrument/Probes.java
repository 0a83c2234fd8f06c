package io.faultline.instrument;

/** What classes of the tests are given. */
enum Probes {
    NONE,
    /** Those that store into the chunk itself. */
    SHARED,
    /** Those that ask for their thread's array. */
    SCOPED
}
