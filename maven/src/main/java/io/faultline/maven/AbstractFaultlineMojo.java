package io.faultline.maven;

import io.faultline.plugins.Installation;
import io.faultline.plugins.Platform;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;

/** What all goals have in common: they can be skipped, and find or unpack the program that does the work. */
abstract class AbstractFaultlineMojo extends AbstractMojo {
    @Inject
    private RepositorySystem repositories;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    MojoExecution execution;

    /** Do nothing. */
    @Parameter(property = "faultline.skip", defaultValue = "false")
    boolean skip;

    /**
     * Folder to unpack Faultline's program and agent into; it may be deleted at any time between builds. By default
     * <code>$XDG_CACHE_HOME/faultline</code>, or else <code>~/.cache/faultline</code>.
     */
    @Parameter(property = "faultline.cache")
    File cache;

    /**
     * The program <code>faultline</code> to run. By default it is the plugin's own, or else fetched as a plugin would be: the artefact
     * <code>io.faultline:faultline-program</code> of the plugin's version.
     */
    @Parameter(property = "faultline.program")
    File program;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("faultline.skip is set");
            without();
            return;
        }
        if (isPartOfARecordedBuild() && OuterRun.isThere()) {
            getLog().info("faultline run records this build as a whole: nothing to do here");
            without();
            return;
        }
        try {
            run(program());
        } catch (Platform.Unsupported e) {
            unsupported(e.getMessage());
            without();
        } catch (IOException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
    }

    /** Does the goal's work. The program runs at the top of the build unless told otherwise. */
    abstract void run(Program program) throws IOException, MojoExecutionException, MojoFailureException;

    /** Does the goal make or need recordings of this very build? */
    boolean isPartOfARecordedBuild() {
        return false;
    }

    /** What the rest of the build needs of this goal even when it does nothing. */
    void without() {}

    /** By default a build goes on without us. */
    void unsupported(String reason) throws MojoExecutionException {
        getLog().warn(reason + "; the build goes on without it");
    }

    private Program program() throws Platform.Unsupported, IOException {
        Platform platform = Platform.here();
        ClassLoader resources = AbstractFaultlineMojo.class.getClassLoader();
        URL file = new ProgramSource(repositories, session.getRepositorySession(), project.getRemotePluginRepositories())
                .find(program, resources, platform, version());
        Path named = cache == null ? null : cache.toPath().toAbsolutePath().normalize();
        Path folder = Caches.folder(named, System.getenv(), System.getProperty("user.home"));
        Installation installation = new Installation(resources, folder);
        return new Program(installation.program(file, platform), installation, top());
    }

    final String version() {
        return execution.getVersion();
    }

    /** The words after {@code mvn} that call a goal of ours without any change of the pom. */
    final String goal(String goal) {
        return "io.faultline:faultline-maven-plugin:" + version() + ":" + goal;
    }

    /** The folder of the module. */
    final Path folder() {
        return project.getBasedir().toPath().toAbsolutePath().normalize();
    }

    /** The folder that the command was given in, or that its {@code -f} names. */
    final Path top() {
        return new File(session.getExecutionRootDirectory()).toPath().toAbsolutePath().normalize();
    }

    /** The folder that holds the whole build: classes loaded from below it are the project's. */
    final Path root() {
        List<File> folders = new ArrayList<>();
        File multiModule = session.getRequest().getMultiModuleProjectDirectory();
        if (multiModule != null) {
            folders.add(multiModule);
        }
        session.getProjects().forEach(module -> folders.add(module.getBasedir()));
        return Folders.common(folders);
    }
}
