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
 * Where the program comes from: what the build names, else the plugin's jar, else the artefact of the plugin's version.
 *
 * <p>The artefact is resolved as Maven resolves plugins: from the local repository, or by mirrors, proxies and credentials of the
 * settings from the repositories of plugins, and not from these offline.
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
     * The program for a platform. Errors: it is nowhere, with what was asked for where; what was fetched is not what was released.
     *
     * @param named the file that the build names; null where it names none
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
            throw new IOException("faultline.program names " + named + ", which is no file; name the program `faultline`");
        }
        return named;
    }

    private File resolved(Platform platform, String version) throws IOException {
        Artifact program = new DefaultArtifact(
                ProgramArtifact.GROUP, ProgramArtifact.NAME, platform.toString(), ProgramArtifact.TYPE, version);
        try {
            return system.resolveArtifact(session, new ArtifactRequest(program, repositories, null)).getArtifact().getFile();
        } catch (ArtifactResolutionException e) {
            IOException told = new IOException("faultline's program for " + platform + " is missing: " + reasons(e.getResult())
                    + "; name a repository that has it among <pluginRepositories>, or the program itself by"
                    + " -Dfaultline.program=/path/to/faultline");
            // Of a cause Maven would print the message, too.
            told.addSuppressed(e);
            throw told;
        }
    }

    /** Of each repository, where the exception has the first one's alone. */
    private static String reasons(ArtifactResult result) {
        return result.getExceptions().stream().map(Throwable::getMessage).distinct().collect(Collectors.joining(", "));
    }
}
