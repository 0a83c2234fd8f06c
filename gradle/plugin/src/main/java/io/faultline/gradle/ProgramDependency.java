package io.faultline.gradle;

import io.faultline.plugins.Platform;
import io.faultline.plugins.ProgramArtifact;
import java.io.File;
import java.util.Iterator;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.FileCollection;

/**
 * The command line for a project's tasks: what the plugin's jar carries, or else an artefact from the project's repositories, which are
 * asked when a task first needs it.
 */
final class ProgramDependency {
    private ProgramDependency() {}

    /**
     * The artefact's file, resolved when it is looked at; no file where none is needed or found.
     *
     * <p>An error of Gradle's would name the configuration, and with the configuration cache end builds in which no task needs
     * the program; so what is missing is left out here, and said by {@link #program}.
     */
    static FileCollection of(Project project) {
        if (Tools.missing() != null || Tools.hasProgram(here())) {
            return project.files();
        }
        Configuration alone = project.getConfigurations().detachedConfiguration(project.getDependencies().create(notation()));
        return alone.getIncoming().artifactView(view -> view.lenient(true)).getFiles();
    }

    /**
     * The command line, ready to be executed. Errors: there is none for this machine, or it was not found.
     *
     * @param caches the folder to unpack below
     * @param fetched what {@link #of} is
     * @param project how Gradle calls the project that it was looked for by
     */
    static File program(File caches, Iterable<File> fetched, String project) {
        Platform platform = here();
        if (Tools.hasProgram(platform)) {
            return Tools.program(caches, platform);
        }
        Iterator<File> files = fetched.iterator();
        if (!files.hasNext()) {
            // Even a repository that could not be reached counts as asked until somebody wants it asked again.
            throw new GradleException("faultline: " + notation() + ", the program for this machine, came from no repository of "
                    + project + " (--refresh-dependencies asks them again, with --info they say why); the repository that has the"
                    + " plugin must be among the project's, too, and not in pluginManagement alone");
        }
        return Tools.program(caches, platform, files.next());
    }

    private static String notation() {
        return ProgramArtifact.GROUP + ":" + ProgramArtifact.NAME + ":" + Tools.version() + ":" + here() + "@" + ProgramArtifact.TYPE;
    }

    private static Platform here() {
        try {
            return Platform.here();
        } catch (Platform.Unsupported e) {
            throw new GradleException("faultline: " + e.getMessage(), e);
        }
    }
}
