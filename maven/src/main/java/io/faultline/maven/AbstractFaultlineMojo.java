package io.faultline.maven;

import io.faultline.plugins.Platform;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
    /** The program's exit code when no test failed, so that there is nothing to rank. */
    static final int NOTHING_FAILED = 3;

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
            run(install());
        } catch (Platform.Unsupported e) {
            unsupported(e.getMessage());
            without();
        } catch (IOException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
    }

    /** Does the goal's work. */
    abstract void run(Installation installation) throws IOException, MojoExecutionException, MojoFailureException;

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

    private Installation install() throws Platform.Unsupported, IOException {
        Platform platform = Platform.here();
        ClassLoader resources = AbstractFaultlineMojo.class.getClassLoader();
        URL file = new ProgramSource(repositories, session.getRepositorySession(), project.getRemotePluginRepositories())
                .find(program, resources, platform, version());
        Path named = cache == null ? null : cache.toPath().toAbsolutePath().normalize();
        Path folder = Caches.folder(named, System.getenv(), System.getProperty("user.home"));
        return Installation.unpack(resources, file, platform, version(), folder);
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

    /** Folders with the sources of all modules, as far as they exist. */
    final List<Path> sources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /** Folders with the sources of all modules' tests, as far as they exist. */
    final List<Path> testSources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getTestCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /**
     * Runs the program with its text going to the build's log, and JSON into the file {@code json}, if any. Errors: the program's own, in its words.
     */
    final void report(Program program, Arguments arguments, File json) throws IOException, MojoExecutionException {
        File file = json == null ? null : json.getAbsoluteFile();
        if (tell(program, arguments.option("--json-file", file).list()) && file != null) {
            getLog().info("written: " + json);
        }
    }

    /** Runs the program with its text going to the build's log; false when all tests passed and it had nothing to say. */
    final boolean tell(Program program, List<String> command) throws IOException, MojoExecutionException {
        getLog().debug("faultline " + String.join(" ", command));
        List<String> said = new ArrayList<>();
        Consumer<String> out = line -> getLog().info(line);
        int code = program.run(command, out, said::add);
        if (code == NOTHING_FAILED) {
            // A test that hung did not fail, but can be asked about: the program says how.
            List<String> offers = said.stream().filter(line -> line.contains("--failing")).collect(Collectors.toList());
            offers.forEach(line -> getLog().warn(line));
            if (offers.isEmpty()) {
                getLog().info("no test failed, so nothing is suspicious");
            }
            return false;
        }
        if (code != 0) {
            throw new MojoExecutionException(
                    said.isEmpty() ? "faultline " + command.get(0) + " ended with " + code : String.join("\n", said));
        }
        said.forEach(line -> getLog().warn(line));
        return true;
    }
}
