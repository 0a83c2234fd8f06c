package io.faultline.agent;

import io.faultline.bridge.Core;
import java.util.function.Function;

/**
 * Changes commands only while the {@code faultline run} goes on that this JVM belongs to: a daemon of Gradle may outlive
 * it, and what it starts for later builds is not recorded.
 *
 * <p>A JVM that got the agent without such a run always changes them. Cost: opening a folder per process that starts.
 */
final class DuringRun implements Function<Object[], String[]> {
    private final String directory;
    private final Function<Object[], String[]> changed;
    private final boolean ofRun;

    /** @param directory the folder of the recordings, which a run locks */
    DuringRun(String directory, Function<Object[], String[]> changed) {
        this.directory = directory;
        this.changed = changed;
        this.ofRun = Core.isRunGoing(directory);
    }

    @Override
    public String[] apply(Object[] start) {
        return ofRun && !Core.isRunGoing(directory) ? (String[]) start[0] : changed.apply(start);
    }
}
