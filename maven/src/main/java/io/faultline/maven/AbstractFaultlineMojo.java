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

/** Base of all goals: they can be skipped, and find or unpack the program. */
abstract class AbstractFaultlineMojo extends AbstractMojo {
    @Inject
    private RepositorySystem repositories;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    MojoExecution execution;

    /** Skips the goal. */
    @Parameter(property = "faultline.skip", defaultValue = "false")
    boolean skip;

    /**
     * Cache folder for Faultline's program and agent; it may be deleted at any time between builds. By default
     * <code>$XDG_CACHE_HOME/faultline</code>, or else <code>~/.cache/faultline</code>.
     */
    @Parameter(property = "faultline.cache")
    File cache;

    /**
     * The program <code>faultline</code> to run. By default the plugin's own; if its jar contains none, it is fetched
     * like a plugin: the artefact <code>io.faultline:faultline-program</code> of the plugin's version.
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

    /** Does the goal's work. The program's working directory is the top of the build by default. */
    abstract void run(Program program) throws IOException, MojoExecutionException, MojoFailureException;

    /** Whether the goal makes or needs recordings of the current build. */
    boolean isPartOfARecordedBuild() {
        return false;
    }

    /** Does what the rest of the build needs of this goal even if it is skipped. */
    void without() {}

    /** Handles an unsupported platform; by default the build continues with a warning. */
    void unsupported(String reason) throws MojoExecutionException {
        getLog().warn(reason + "; the build goes on without it");
    }

    private Program program() throws Platform.Unsupported, IOException {
        Platform platform = Platform.here();
        ClassLoader resources = AbstractFaultlineMojo.class.getClassLoader();
        URL file = new ProgramSource(
                        repositories, session.getRepositorySession(), project.getRemotePluginRepositories())
                .find(program, resources, platform, version());
        Path named = cache == null ? null : cache.toPath().toAbsolutePath().normalize();
        Path folder = Caches.folder(named, System.getenv(), System.getProperty("user.home"));
        Installation installation = new Installation(resources, folder);
        return new Program(installation.program(file, platform), installation, top());
    }

    final String version() {
        return execution.getVersion();
    }

    /** The arguments of {@code mvn} that call one of the plugin's goals without a change to the pom. */
    final String goal(String goal) {
        return "io.faultline:faultline-maven-plugin:" + version() + ":" + goal;
    }

    /** The folder of the module. */
    final Path folder() {
        return project.getBasedir().toPath().toAbsolutePath().normalize();
    }

    /** The directory in which Maven was called, or that of its {@code -f}. */
    final Path top() {
        return new File(session.getExecutionRootDirectory())
                .toPath()
                .toAbsolutePath()
                .normalize();
    }

    /** The root folder of the whole build: classes loaded from below it belong to the project. */
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
