package io.faultline.agent;

import io.faultline.bridge.Core;
import java.util.function.Function;

/**
 * Changes commands until the {@code faultline run} ends that this JVM belongs to: a daemon of Gradle may outlive it, and
 * what it starts for later builds is not recorded. Nor is what a build starts whose run was killed, although another run
 * may have locked the folder since.
 *
 * <p>Cost: opening a folder and reading a small file per process that starts.
 */
final class DuringRun implements Function<Object[], String[]> {
    private final Function<Object[], String[]> changed;

    DuringRun(Function<Object[], String[]> changed) {
        this.changed = changed;
    }

    @Override
    public String[] apply(Object[] start) {
        return Core.isRunOver() ? (String[]) start[0] : changed.apply(start);
    }
}
