package io.faultline.amplify.run;

import java.util.Locale;

/** How an execution ended. */
enum Outcome {
    PASSED,
    FAILED,
    ABORTED,
    TIMEOUT,
    SKIPPED,
    LINKAGE;

    /** As tables have it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
