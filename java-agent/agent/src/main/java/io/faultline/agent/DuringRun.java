package io.faultline.agent;

import io.faultline.bridge.Core;
import java.util.function.Function;

/**
 * Changes commands until the {@code faultline run} ends that this JVM belongs to: a daemon of Gradle may outlive it, and
 * what it starts for later builds is not recorded.
 *
 * <p>Cost: opening a folder per process that starts.
 */
final class DuringRun implements Function<Object[], String[]> {
    private final String directory;
    private final Function<Object[], String[]> changed;

    /** @param directory the folder of the recordings, which a run locks */
    DuringRun(String directory, Function<Object[], String[]> changed) {
        this.directory = directory;
        this.changed = changed;
    }

    @Override
    public String[] apply(Object[] start) {
        return Core.isRunOver(directory) ? (String[]) start[0] : changed.apply(start);
    }
}
