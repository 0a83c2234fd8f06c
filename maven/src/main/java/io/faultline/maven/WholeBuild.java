package io.faultline.maven;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.BuildFailure;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/**
 * The recordings of all modules, collected at the top of the build, where the command line also finds them, by the last
 * module that runs a goal.
 */
final class WholeBuild {
    private final AbstractReportMojo goal;

    /** The whole build, as seen by a goal. */
    WholeBuild(AbstractReportMojo goal) {
        this.goal = goal;
    }

    /**
     * Collects the recordings. Null if later modules will do so, or if there are none, which is then explained. Errors:
     * there are none although there are tests.
     */
    Recordings collected(Program program) throws IOException, MojoExecutionException {
        if (!isLast()) {
            goal.getLog().debug("more modules follow: the last one puts all together");
            return null;
        }
        Recordings all = new Recordings(goal.seenFrom(goal.top()));
        collect(all);
        if (all.isEmpty()) {
            explain();
            return null;
        }
        ModuleEnd.now(goal.project);
        new Baseline(program, all, goal.root(), goal.getLog()).keep(null);
        return all;
    }

    /**
     * Collects the modules' recordings. If no module has any, those at the top are kept: {@code localize} writes them
     * there.
     */
    private void collect(Recordings all) throws IOException {
        List<Recordings> modules = new ArrayList<>();
        for (MavenProject module : goal.session.getProjects()) {
            Recordings recordings = goal.recordingsOf(module);
            if (!recordings.folder().equals(all.folder()) && !recordings.isEmpty()) {
                modules.add(recordings);
            }
        }
        if (modules.isEmpty()) {
            return;
        }
        if (goal.session.getTopLevelProject().getPackaging().equals("pom")) {
            all.clear();
        }
        for (Recordings recordings : modules) {
            all.take(recordings);
        }
    }

    private void explain() throws MojoExecutionException {
        for (MavenProject module : goal.session.getProjects()) {
            if (!module.getPackaging().equals("pom")) {
                goal.missing(module);
            }
        }
    }

    /**
     * Whether this is the last module to run this goal. Modules that failed, or depend on one that did, never run it.
     */
    private boolean isLast() {
        MojoExecution execution = goal.execution;
        String done = "faultline." + execution.getGoal() + ".done" + execution.getSource();
        synchronized (goal.session.getRequest()) {
            goal.project.setContextValue(done, true);
            return goal.session.getProjects().stream()
                    .allMatch(module -> module.getContextValue(done) != null || !runsIn(module) || isLost(module));
        }
    }

    private boolean runsIn(MavenProject module) {
        return goal.execution.getSource() == MojoExecution.Source.CLI || isBoundIn(module);
    }

    private boolean isLost(MavenProject module) {
        return hasFailed(module)
                || goal.session.getProjectDependencyGraph().getUpstreamProjects(module, true).stream()
                        .anyMatch(this::hasFailed);
    }

    private boolean hasFailed(MavenProject module) {
        return goal.session.getResult().getBuildSummary(module) instanceof BuildFailure;
    }

    private boolean isBoundIn(MavenProject module) {
        MojoExecution execution = goal.execution;
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
