package io.faultline.agent;

import io.faultline.bridge.Core;
import java.io.File;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Function;

/**
 * Changes commands until the {@code faultline run} ends that this JVM belongs to: a daemon of Gradle may outlive it, and
 * what it starts for later builds is not recorded. Nor does what a build starts whose run was killed, although another run
 * may have locked the folder since.
 *
 * <p>Source of the second: {@code /proc} of Linux. Cost: opening a folder per process that starts.
 */
final class DuringRun implements Function<Object[], String[]> {
    private final String directory;
    private final File process;

    /** Whether this JVM can see the run's process: in a container of its own it cannot. */
    private final boolean isSeen;

    private final Function<Object[], String[]> changed;

    /**
     * @param directory the folder of the recordings, which a run locks
     * @param run the number of the run's process
     */
    DuringRun(String directory, String run, Function<Object[], String[]> changed) {
        this.directory = directory;
        this.process = new File("/proc", run);
        this.isSeen = exists();
        this.changed = changed;
    }

    @Override
    public String[] apply(Object[] start) {
        boolean over = Core.isRunOver(directory) || isSeen && !exists();
        return over ? (String[]) start[0] : changed.apply(start);
    }

    private boolean exists() {
        // The thread of an application may lack the permission.
        return AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
            @Override
            public Boolean run() {
                return process.exists();
            }
        });
    }
}
