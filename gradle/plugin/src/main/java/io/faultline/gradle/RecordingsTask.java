package io.faultline.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.tasks.Internal;

/** A task that reads the recordings of {@code Test} tasks. */
public abstract class RecordingsTask extends CommandTask {
    /** Folders with recordings of this run or the last one. */
    @Internal
    public abstract ConfigurableFileCollection getRecordings();

    /** The folders that contain a recording. */
    List<String> recorded() {
        List<String> folders = new ArrayList<>();
        for (File folder : getRecordings()) {
            if (Recordings.in(folder).length > 0) {
                folders.add(folder.getPath());
            }
        }
        return folders;
    }

    /** The same. Errors: there are none. */
    List<String> recordedOrFail() {
        List<String> folders = recorded();
        if (folders.isEmpty()) {
            throw new GradleException(nothingRecorded());
        }
        return folders;
    }

    /** The message if nothing is recorded; says what to do. */
    String nothingRecorded() {
        String missing = Tools.missing();
        return "faultline: nothing is recorded"
                + (missing == null ? "; run tests in the same build, as in: gradle test " + getName() : ": " + missing);
    }
}
