package io.faultline.gradle;

import io.faultline.plugins.OurFiles;
import java.io.File;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.file.Directory;
import org.gradle.api.provider.Provider;

/** Removes the recordings of the last run of a {@code Test} task before its tests run again; other files are kept. */
final class ClearRecordings implements Action<Task> {
    private final Provider<Directory> recordings;

    ClearRecordings(Provider<Directory> recordings) {
        this.recordings = recordings;
    }

    @Override
    public void execute(Task task) {
        if (!recordings.isPresent()) {
            return;
        }
        for (File file : Recordings.in(recordings.get().getAsFile())) {
            if (OurFiles.isRecording(file.toPath()) && !file.delete()) {
                throw new GradleException("faultline: the old recording " + file + " cannot be removed");
            }
        }
    }
}
