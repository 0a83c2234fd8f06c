package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Says from the git repository's history which files, classes or methods are likely to have defects. */
@Mojo(name = "history", aggregator = true, threadSafe = true)
public final class HistoryMojo extends AbstractFaultlineMojo {
    /** The revision whose history it is. */
    @Parameter(property = "faultline.revision")
    String revision;

    /** How many of the newest commits are read; 0 is all. */
    @Parameter(property = "faultline.commits")
    Integer commits;

    /** What is scored: <code>file</code>, <code>class</code> or <code>method</code>. */
    @Parameter(property = "faultline.level")
    String level;

    /** Say what adds up to the score of this one: a path, a class, or the end of its name. */
    @Parameter(property = "faultline.explain")
    String explain;

    /** How many to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Also write the scores into this file, as JSON. */
    @Parameter(property = "faultline.history.json")
    File json;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException {
        Arguments arguments = new Arguments("history")
                .option("--repo", top())
                .option("--rev", revision)
                .option("--commits", commits)
                .option("--level", level)
                .option("--explain", explain)
                .option("--top", top)
                .option("--color", "never");
        report(new Program(installation, top()), arguments, json);
    }
}
