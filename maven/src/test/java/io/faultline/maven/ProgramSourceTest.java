package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.plugins.Platform;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSourceTest {
    private static final List<RemoteRepository> REPOSITORIES = List.of(
            new RemoteRepository.Builder("ours", "default", "https://ours.example").build(),
            new RemoteRepository.Builder("all", "default", "https://all.example").build());

    @TempDir
    Path folder;

    private final List<ArtifactRequest> asked = new ArrayList<>();

    /** A repository system that resolves every artefact to {@code file}, or to nothing. */
    private ProgramSource source(Path file) {
        RepositorySystem system = (RepositorySystem) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RepositorySystem.class}, (proxy, method, arguments) -> {
                    assertEquals("resolveArtifact", method.getName());
                    ArtifactRequest request = (ArtifactRequest) arguments[1];
                    asked.add(request);
                    ArtifactResult result = new ArtifactResult(request);
                    if (file == null) {
                        REPOSITORIES.forEach(repository ->
                                result.addException(new ArtifactNotFoundException(request.getArtifact(), repository)));
                        throw new ArtifactResolutionException(List.of(result));
                    }
                    return result.setArtifact(request.getArtifact().setFile(file.toFile()));
                });
        return new ProgramSource(system, null, REPOSITORIES);
    }

    private ClassLoader jar() throws Exception {
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
    }

    private URL find(ProgramSource source, File named) throws Exception {
        return source.find(named, jar(), Platform.MACOS_AARCH64, "1.2.3");
    }

    @Test
    void aProgramInTheJarNeedsNoRepository() throws Exception {
        Path inside = folder.resolve("META-INF/faultline/macos-aarch64/faultline");
        Files.createDirectories(inside.getParent());
        Files.createFile(inside);
        assertEquals(inside.toUri().toURL(), find(source(null), null));
        assertEquals(List.of(), asked);
    }

    @Test
    void aProgramThatTheBuildNamesIsUsedOrRefused() throws Exception {
        Path own = Files.createFile(folder.resolve("own"));
        assertEquals(own.toUri().toURL(), find(source(null), own.toFile()));
        assertEquals(List.of(), asked);
        Exception e = assertThrows(IOException.class, () -> find(source(null), folder.toFile()));
        assertTrue(e.getMessage().startsWith("faultline.program names " + folder), e.getMessage());
    }

    @Test
    void withoutEitherItIsTheArtefactOfThePluginsVersionForThePlatform() throws Exception {
        Path file = Files.createFile(folder.resolve("fetched"));
        assertEquals(file.toUri().toURL(), find(source(file), null));
        assertEquals(
                "io.faultline:faultline-program:exe:macos-aarch64:1.2.3",
                asked.get(0).getArtifact().toString());
        assertEquals(REPOSITORIES, asked.get(0).getRepositories());
    }

    @Test
    void anArtefactThatIsNotWhatWasReleasedIsRefused() throws Exception {
        Path hashes = folder.resolve("META-INF/faultline/programs.properties");
        Files.createDirectories(hashes.getParent());
        Files.write(hashes, List.of("macos-aarch64=00"));
        Path file = Files.createFile(folder.resolve("fetched"));
        Exception e = assertThrows(IOException.class, () -> find(source(file), null));
        assertTrue(e.getMessage().startsWith(file + " is not run: "), e.getMessage());
    }

    @Test
    void aMissingArtefactIsOneSentenceWithWhereItWasLookedForAndWhatToDo() {
        Exception e = assertThrows(IOException.class, () -> find(source(null), null));
        assertEquals(
                "faultline's program for macos-aarch64 is missing: Could not find artifact"
                        + " io.faultline:faultline-program:exe:macos-aarch64:1.2.3 in ours (https://ours.example), Could not"
                        + " find artifact io.faultline:faultline-program:exe:macos-aarch64:1.2.3 in all (https://all.example); name a"
                        + " repository that has it among <pluginRepositories>, or the program itself by"
                        + " -Dfaultline.program=/path/to/faultline",
                e.getMessage());
    }
}
