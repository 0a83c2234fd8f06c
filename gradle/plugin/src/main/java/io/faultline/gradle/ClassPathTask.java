package io.faultline.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Writes the runtime class path of a project's classes to a file, one path per line. Other projects may read a file,
 * but not resolve the project's configurations.
 */
@UntrackedTask(because = "It writes absolute paths")
public abstract class ClassPathTask extends DefaultTask {
    /** Folders and jars. */
    @Classpath
    public abstract ConfigurableFileCollection getClassPath();

    /** The file to write. */
    @OutputFile
    public abstract RegularFileProperty getList();

    @TaskAction
    void write() throws IOException {
        List<String> paths = new ArrayList<>();
        for (File entry : getClassPath()) {
            if (entry.exists()) {
                paths.add(entry.getPath());
            }
        }
        Files.write(getList().get().getAsFile().toPath(), paths, StandardCharsets.UTF_8);
    }
}
