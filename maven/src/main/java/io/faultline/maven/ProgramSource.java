package io.faultline.maven;

import io.faultline.plugins.Platform;
import io.faultline.plugins.ProgramArtifact;
import io.faultline.plugins.ProgramHashes;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;

/**
 * Finds the program: the one that the build names, else that in the plugin's jar, else the artefact of the plugin's
 * version.
 *
 * <p>The artefact is resolved like a plugin: from the local repository, or, unless offline, from the plugin
 * repositories with the mirrors, proxies and credentials of the settings.
 */
final class ProgramSource {
    private final RepositorySystem system;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;

    ProgramSource(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {
        this.system = system;
        this.session = session;
        this.repositories = repositories;
    }

    /**
     * The program for a platform. Errors: it was not found, with the searched places; a fetched file differs from the
     * release.
     *
     * @param named the file that the build names; null if it names none
     * @param resources the plugin's jar
     */
    URL find(File named, ClassLoader resources, Platform platform, String version) throws IOException {
        if (named != null) {
            return existing(named).toURI().toURL();
        }
        URL inside = resources.getResource(platform.resource());
        if (inside != null) {
            return inside;
        }
        File fetched = resolved(platform, version);
        ProgramHashes.verify(resources, platform, fetched);
        return fetched.toURI().toURL();
    }

    private static File existing(File named) throws IOException {
        if (!named.isFile()) {
            throw new IOException(
                    "faultline.program names " + named + ", which is no file; name the program `faultline`");
        }
        return named;
    }

    private File resolved(Platform platform, String version) throws IOException {
        Artifact program = new DefaultArtifact(
                ProgramArtifact.GROUP, ProgramArtifact.NAME, platform.toString(), ProgramArtifact.TYPE, version);
        try {
            return system.resolveArtifact(session, new ArtifactRequest(program, repositories, null))
                    .getArtifact()
                    .getFile();
        } catch (ArtifactResolutionException e) {
            IOException told =
                    new IOException("faultline's program for " + platform + " is missing: " + reasons(e.getResult())
                            + "; name a repository that has it among <pluginRepositories>, or the program itself by"
                            + " -Dfaultline.program=/path/to/faultline");
            // As a cause, it would make Maven print its message too.
            told.addSuppressed(e);
            throw told;
        }
    }

    /** The reasons of all repositories; the exception contains only the first one's. */
    private static String reasons(ArtifactResult result) {
        return result.getExceptions().stream()
                .map(Throwable::getMessage)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
