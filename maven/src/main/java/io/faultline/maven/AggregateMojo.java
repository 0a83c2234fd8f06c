package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.execution.BuildFailure;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Puts the recordings of all modules together at the top of the build, where the command line finds them too, and
 * ranks and judges them as a whole. In a pom it may be bound in one module or in all: it works in the last of these.
 * Called by name, it works in the last module of the build.
 *
 * <p>It is no aggregator in Maven's sense: before one of these runs, Maven changes the class paths of all modules, those
 * that other threads compile just then, too.
 */
@Mojo(name = "aggregate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class AggregateMojo extends AbstractRankingMojo {
    private static final String DONE = "faultline.aggregate.done";

    /** Also say how well the tests tell lines apart. */
    @Parameter(property = "faultline.suite", defaultValue = "true")
    boolean suite;

    /** Also write the measures of the suite into this file, as JSON. */
    @Parameter(property = "faultline.suite.json")
    File suiteJson;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException, MojoFailureException {
        if (!isLast()) {
            getLog().debug("more modules follow: the last one puts all together");
            return;
        }
        Recordings all = new Recordings(seenFrom(top()));
        collect(all);
        if (all.isEmpty()) {
            explain();
            return;
        }
        Program program = new Program(installation, top());
        report(program, all.folder());
        if (suite) {
            Arguments arguments = new Arguments("suite").option("--top", top).option("--color", "never");
            arguments.plain(Collections.singleton(all.folder()));
            report(program, arguments, suiteJson);
        }
    }

    /** Without any recording of a module, those at the top stay: {@code localize} puts all there itself. */
    private void collect(Recordings all) throws IOException {
        List<Recordings> modules = new ArrayList<>();
        for (MavenProject module : session.getProjects()) {
            Recordings recordings = recordingsOf(module);
            if (!recordings.folder().equals(all.folder()) && !recordings.isEmpty()) {
                modules.add(recordings);
            }
        }
        if (modules.isEmpty()) {
            return;
        }
        if (session.getTopLevelProject().getPackaging().equals("pom")) {
            all.clear();
        }
        for (Recordings recordings : modules) {
            all.take(recordings);
        }
    }

    private void explain() throws MojoExecutionException {
        for (MavenProject module : session.getProjects()) {
            if (!module.getPackaging().equals("pom")) {
                missing(module);
            }
        }
    }

    /** Is this the last module of those that run this goal? Modules that failed, or wait for one that did, never do. */
    private boolean isLast() {
        String done = DONE + execution.getSource();
        synchronized (session.getRequest()) {
            project.setContextValue(done, true);
            return session.getProjects().stream()
                    .allMatch(module -> module.getContextValue(done) != null || !runsIn(module) || isLost(module));
        }
    }

    private boolean runsIn(MavenProject module) {
        return execution.getSource() == MojoExecution.Source.CLI || isBoundIn(module);
    }

    private boolean isLost(MavenProject module) {
        return hasFailed(module)
                || session.getProjectDependencyGraph().getUpstreamProjects(module, true).stream()
                        .anyMatch(this::hasFailed);
    }

    private boolean hasFailed(MavenProject module) {
        return session.getResult().getBuildSummary(module) instanceof BuildFailure;
    }

    private boolean isBoundIn(MavenProject module) {
        Plugin plugin = module.getPlugin(execution.getGroupId() + ":" + execution.getArtifactId());
        if (plugin == null) {
            return false;
        }
        for (PluginExecution bound : plugin.getExecutions()) {
            if (bound.getGoals().contains(execution.getGoal())) {
                return true;
            }
        }
        return false;
    }
}
