package io.faultline.amplify.run;

import io.faultline.runner.Ran;
import java.util.Locale;

/** How an execution ended. */
enum Outcome {
    PASSED,
    FAILED,
    ABORTED,
    TIMEOUT,
    SKIPPED,
    LINKAGE;

    /** What a framework says of a test, as it is. */
    static Outcome of(Ran.Outcome said) {
        return valueOf(said.name());
    }

    /** As tables have it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
