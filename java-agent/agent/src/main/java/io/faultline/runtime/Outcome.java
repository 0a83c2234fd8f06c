package io.faultline.runtime;

import io.faultline.bridge.Core;

/** How a test ended. Only the first two say something about the code. */
public enum Outcome {
    PASSED(Core.PASSED),
    FAILED(Core.FAILED),
    /** It gave up on an assumption. */
    ABORTED(Core.ABORTED),
    /** It never ran. */
    SKIPPED(Core.SKIPPED);

    /** Number of this outcome in the core and in the file. */
    public final int code;

    Outcome(int code) {
        this.code = code;
    }
}
