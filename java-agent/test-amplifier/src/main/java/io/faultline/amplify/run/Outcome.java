package io.faultline.amplify.run;

import io.faultline.runner.Ran;
import java.util.Locale;

/** The outcome of an execution. */
enum Outcome {
    PASSED,
    FAILED,
    ABORTED,
    TIMEOUT,
    SKIPPED,
    LINKAGE;

    /** Converts a framework's outcome. */
    static Outcome of(Ran.Outcome said) {
        return valueOf(said.name());
    }

    /** The name in tables. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
