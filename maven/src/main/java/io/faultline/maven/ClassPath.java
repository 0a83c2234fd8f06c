package io.faultline.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.DefaultDependencyResolutionRequest;
import org.apache.maven.project.DependencyResolutionException;
import org.apache.maven.project.DependencyResolutionRequest;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;

/**
 * The class path of a whole build: the class folders of all modules, then the external jars.
 *
 * <p>Modules are never resolved as jars: they need only be compiled, not packaged or installed.
 */
final class ClassPath {
    private final MavenSession session;
    private final ProjectDependenciesResolver resolver;
    private final Set<String> modules;

    ClassPath(MavenSession session, ProjectDependenciesResolver resolver) {
        this.session = session;
        this.resolver = resolver;
        modules = session.getProjects().stream()
                .map(module -> module.getGroupId() + ":" + module.getArtifactId())
                .collect(Collectors.toSet());
    }

    /**
     * The distinct entries. If modules need different versions of a jar, all versions are included, in the order of
     * modules.
     *
     * @param again how to call the goal again
     */
    String joined(String again) throws MojoExecutionException {
        Set<String> entries = new LinkedHashSet<>();
        for (MavenProject module : session.getProjects()) {
            Path classes = Paths.get(module.getBuild().getOutputDirectory());
            if (Files.isDirectory(classes)) {
                entries.add(classes.toString());
            }
        }
        if (entries.isEmpty()) {
            throw new MojoExecutionException("no module is compiled; run mvn compile " + again);
        }
        for (MavenProject module : session.getProjects()) {
            jars(module).forEach(jar -> entries.add(jar.toString()));
        }
        return String.join(File.pathSeparator, entries);
    }

    private List<File> jars(MavenProject module) throws MojoExecutionException {
        DependencyResolutionRequest request =
                new DefaultDependencyResolutionRequest(module, session.getRepositorySession());
        request.setResolutionFilter((node, parents) -> isFromOutside(node));
        try {
            return resolver.resolve(request).getResolvedDependencies().stream()
                    .map(dependency -> dependency.getArtifact().getFile())
                    .filter(file -> file != null)
                    .collect(Collectors.toList());
        } catch (DependencyResolutionException e) {
            throw new MojoExecutionException("the class path of " + module.getArtifactId() + ": " + e.getMessage(), e);
        }
    }

    private boolean isFromOutside(DependencyNode node) {
        Dependency dependency = node.getDependency();
        if (dependency == null || "test".equals(dependency.getScope())) {
            return false;
        }
        Artifact artifact = dependency.getArtifact();
        return !modules.contains(artifact.getGroupId() + ":" + artifact.getArtifactId());
    }
}
