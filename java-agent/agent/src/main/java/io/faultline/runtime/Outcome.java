package io.faultline.runtime;

import io.faultline.bridge.Core;

/** The outcome of a test. Only the first two say something about the code. */
public enum Outcome {
    PASSED(Core.PASSED),
    FAILED(Core.FAILED),
    /** Aborted by an assumption. */
    ABORTED(Core.ABORTED),
    /** Never ran. */
    SKIPPED(Core.SKIPPED);

    /** Code of this outcome in the core and in files. */
    public final int code;

    Outcome(int code) {
        this.code = code;
    }
}
