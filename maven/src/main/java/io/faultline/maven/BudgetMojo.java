package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.ProjectDependenciesResolver;

/**
 * Shares a total of time among the classes of all modules, by where the git repository's history says defects are. With
 * <code>-Dfaultline.run</code> tests are then generated for each class in its time; the class path is that of all modules,
 * which have to be compiled.
 */
@Mojo(name = "budget", aggregator = true, threadSafe = true)
public final class BudgetMojo extends AbstractFaultlineMojo {
    /** Time for all classes together: <code>2h</code>, <code>1h30m</code>, <code>45s</code>. */
    @Parameter(property = "faultline.total")
    String total;

    /** What every class gets at least. */
    @Parameter(property = "faultline.min")
    String min;

    /** What ranks the classes: <code>combined</code>, <code>schwa</code>, <code>size</code> or <code>churn</code>. */
    @Parameter(property = "faultline.predictor")
    String predictor;

    /**
     * What tests recorded, which the ranking takes in: <code>.flt</code> files or folders of them, seen from the folder of
     * the build, separated by commas. A metric starts from it, too.
     */
    @Parameter(property = "faultline.inputs")
    List<String> inputs;

    /** The failing tests that count, each <code>Class#method</code>; by default all. */
    @Parameter(property = "faultline.failing")
    List<String> failing;

    /** The revision whose history it is. */
    @Parameter(property = "faultline.revision")
    String revision;

    /** How many of the newest commits are read; 0 is all. */
    @Parameter(property = "faultline.commits")
    Integer commits;

    /** Say how the seconds come about, group by group. */
    @Parameter(property = "faultline.steps", defaultValue = "false")
    boolean steps;

    /** Draw who gets what into this SVG file. */
    @Parameter(property = "faultline.svg")
    File svg;

    /** How many classes to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Also write the seconds into this file, as JSON; not with <code>run</code>, whose folder has its own. */
    @Parameter(property = "faultline.budget.json")
    File json;

    /** Generate tests for each class with its seconds, the first rank first. */
    @Parameter(property = "faultline.run", defaultValue = "false")
    boolean run;

    /** Go on with the run in <code>out</code>, where there is one. */
    @Parameter(property = "faultline.resume", defaultValue = "false")
    boolean resume;

    /** Folder that a run writes to. */
    @Parameter(property = "faultline.out", defaultValue = "budget-run")
    File out;

    /** How many classes a run works on at a time. */
    @Parameter(property = "faultline.jobs")
    Integer jobs;

    /** Heap of each search of a run, in MiB. */
    @Parameter(property = "faultline.memory")
    Integer memory;

    /** How long a class of a run may take beyond its seconds. */
    @Parameter(property = "faultline.grace")
    String grace;

    /** Seed of a run's random numbers. */
    @Parameter(property = "faultline.seed")
    Long seed;

    /** EvoSuite's jar; by default the one in the local Maven repository. */
    @Parameter(property = "faultline.evosuite")
    File evosuite;

    /** Another generator in EvoSuite's place, run by <code>sh</code>, with <code>{class}</code>, <code>{seconds}</code>, ... */
    @Parameter(property = "faultline.command")
    String command;

    /** What makes a test of EvoSuite worth keeping: <code>eap</code>, <code>ddu</code>, ..., <code>line</code>, <code>branch</code>. */
    @Parameter(property = "faultline.metric")
    String metric;

    /** Let Maven fetch EvoSuite where it is missing. */
    @Parameter(property = "faultline.fetch", defaultValue = "false")
    boolean fetch;

    /** One of several parts of the classes, as <code>3/20</code>. */
    @Parameter(property = "faultline.shard")
    String shard;

    @Component
    ProjectDependenciesResolver resolver;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException {
        if (total == null && !resume) {
            throw new MojoExecutionException("budget needs a total of time: -Dfaultline.total=2h");
        }
        Program program = new Program(installation, top());
        if (resume && total == null) {
            // All else is as it was.
            run(program, new Arguments("budget", "--resume").option("--out", out).option("--color", "never"));
        } else if (run || resume) {
            run(program, running(plan()));
        } else {
            report(program, plan(), json);
        }
    }

    private Arguments plan() {
        return new Arguments("budget")
                .plain(recordings())
                .option("--repo", top())
                .option("--total", total)
                .option("--min", min)
                .option("--predictor", predictor)
                .options("--failing", failing)
                .option("--rev", revision)
                .option("--commits", commits)
                .options("--source", inRepository(sources()))
                .option("--shard", shard)
                .flag("--steps", steps)
                .option("--svg", svg)
                .option("--top", top)
                .option("--color", "never");
    }

    private Arguments running(Arguments plan) throws MojoExecutionException {
        return plan.flag("--run", run)
                .flag("--resume", resume)
                .option("--out", out)
                .option("--jobs", jobs)
                .option("--memory", memory)
                .option("--grace", grace)
                .option("--seed", seed)
                .option("--evosuite", evosuite)
                .option("--command", command)
                .option("--metric", metric)
                .flag("--fetch", fetch)
                .option("--project-cp", new ClassPath(session, resolver).joined(goal("budget")));
    }

    private List<Path> recordings() {
        List<Path> recordings = new ArrayList<>();
        Arguments.parts(inputs).forEach(part -> recordings.add(top().resolve(part)));
        return recordings;
    }

    /** A run may take hours: what it says is in the log as it says it. */
    private void run(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        getLog().debug("faultline " + String.join(" ", arguments.list()));
        Deque<String> errors = new ConcurrentLinkedDeque<>();
        int code = program.run(arguments.list(), line -> getLog().info(line), line -> {
            if (line.startsWith("faultline: ") || line.startsWith("error: ")) {
                errors.add(line);
            }
            getLog().info(line);
        });
        if (code != 0) {
            throw new MojoExecutionException(
                    errors.isEmpty() ? "the run did not end well (exit code " + code + "); see above" : errors.getLast());
        }
    }

    /** Folders named from the repository's root; those that lie elsewhere, as generated sources may, are left out. */
    private List<Path> inRepository(List<Path> folders) {
        Path repository = top();
        while (repository != null && !Files.exists(repository.resolve(".git"))) {
            repository = repository.getParent();
        }
        List<Path> named = new ArrayList<>();
        for (Path folder : folders) {
            // Without a repository the program says so itself. The root of one needs no narrowing.
            if (repository != null && folder.startsWith(repository) && !folder.equals(repository)) {
                named.add(repository.relativize(folder));
            }
        }
        return named;
    }
}
