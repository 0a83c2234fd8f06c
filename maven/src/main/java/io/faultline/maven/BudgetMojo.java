package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Shares a total of time among the classes of all modules, by where the git repository's history says defects are. */
@Mojo(name = "budget", aggregator = true, threadSafe = true)
public final class BudgetMojo extends AbstractFaultlineMojo {
    /** Time for all classes together: <code>2h</code>, <code>1h30m</code>, <code>45s</code>. */
    @Parameter(property = "faultline.total", required = true)
    String total;

    /** What every class gets at least. */
    @Parameter(property = "faultline.min")
    String min;

    /** What ranks the classes: <code>schwa</code> or <code>size</code>. */
    @Parameter(property = "faultline.predictor")
    String predictor;

    /** The revision whose history it is. */
    @Parameter(property = "faultline.revision")
    String revision;

    /** How many of the newest commits are read; 0 is all. */
    @Parameter(property = "faultline.commits")
    Integer commits;

    /** Say how the seconds come about, group by group. */
    @Parameter(property = "faultline.explain", defaultValue = "false")
    boolean explain;

    /** Draw who gets what into this SVG file. */
    @Parameter(property = "faultline.svg")
    File svg;

    /** How many classes to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Also write the seconds into this file, as JSON. */
    @Parameter(property = "faultline.budget.json")
    File json;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException {
        Arguments arguments = new Arguments("budget")
                .option("--repo", top())
                .option("--total", total)
                .option("--min", min)
                .option("--predictor", predictor)
                .option("--rev", revision)
                .option("--commits", commits)
                .options("--source", inRepository(sources()))
                .flag("--explain", explain)
                .option("--svg", svg)
                .option("--top", top)
                .option("--color", "never");
        report(new Program(installation, top()), arguments, json);
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
