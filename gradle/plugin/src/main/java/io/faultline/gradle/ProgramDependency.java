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
 * The command line for a project's tasks: from the plugin's jar, or else an artefact from the project's repositories,
 * resolved when a task first needs it.
 */
final class ProgramDependency {
    private ProgramDependency() {}

    /**
     * The artefact's file, resolved lazily; empty if none is needed or found.
     *
     * <p>Gradle's own error would name the configuration and, with the configuration cache, would fail builds in which
     * no task needs the program. So a missing artefact is ignored here and reported by {@link #program}.
     */
    static FileCollection of(Project project) {
        if (Tools.missing() != null || Tools.hasProgram(here())) {
            return project.files();
        }
        Configuration alone = project.getConfigurations()
                .detachedConfiguration(project.getDependencies().create(notation()));
        return alone.getIncoming().artifactView(view -> view.lenient(true)).getFiles();
    }

    /**
     * The executable command line. Errors: there is none for this machine, or it was not found.
     *
     * @param caches the folder to unpack below
     * @param fetched the result of {@link #of}
     * @param project display name of the project whose repositories were searched
     */
    static File program(File caches, Iterable<File> fetched, String project) {
        Platform platform = here();
        if (Tools.hasProgram(platform)) {
            return Tools.program(caches, platform);
        }
        Iterator<File> files = fetched.iterator();
        if (!files.hasNext()) {
            // Gradle caches the result, even of an unreachable repository, until a refresh is requested.
            throw new GradleException(
                    "faultline: " + notation() + ", the program for this machine, came from no repository of "
                            + project
                            + " (--refresh-dependencies asks them again, with --info they say why); the repository that has the"
                            + " plugin must be among the project's, too, and not in pluginManagement alone");
        }
        return Tools.program(caches, platform, files.next());
    }

    private static String notation() {
        return ProgramArtifact.GROUP + ":" + ProgramArtifact.NAME + ":" + Tools.version() + ":" + here() + "@"
                + ProgramArtifact.TYPE;
    }

    private static Platform here() {
        try {
            return Platform.here();
        } catch (Platform.Unsupported e) {
            throw new GradleException("faultline: " + e.getMessage(), e);
        }
    }
}
