package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** The parameters of {@code faultline rank}. */
abstract class AbstractRankingMojo extends AbstractReportMojo {
    /** Formula, and what multiplies it: <code>evidence</code>, <code>ochiai+size+trace+name</code>, <code>dstar</code>, <code>posterior</code>. */
    @Parameter(property = "faultline.ranking")
    String ranking;

    /** What to rank: <code>method</code>, <code>line</code> or <code>class</code>. */
    @Parameter(property = "faultline.level")
    String level;

    /** How many suspects to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Place of equal scores: <code>max</code>, <code>average</code>, <code>min</code> or <code>line-order</code>. */
    @Parameter(property = "faultline.ties")
    String ties;

    /** Explain only these failing tests, each <code>Class#method</code>. */
    @Parameter(property = "faultline.failing")
    List<String> failing;

    /** Also write the ranking into this file, as JSON. */
    @Parameter(property = "faultline.rank.json")
    File json;

    @Override
    final void report(Program program, Path recordings)
            throws IOException, MojoExecutionException, MojoFailureException {
        report(program, arguments().plain(Collections.singleton(recordings)), json);
    }

    /** Has the program read the parameters and do nothing. Errors: its own, about a value that it does not know. */
    final void tryParameters(Program program) throws IOException, MojoExecutionException {
        List<String> said = new ArrayList<>();
        // The values before --help are read, then help is printed.
        if (program.run(arguments().flag("--help", true).list(), line -> {}, said::add) != 0) {
            throw new MojoExecutionException(String.join("\n", said));
        }
    }

    /** The pages that are about what is ranked. */
    final Arguments ofPages() {
        return new Arguments("report").option("--ranking", ranking).options("--failing", failing);
    }

    private Arguments arguments() {
        return new Arguments("rank")
                .option("--ranking", ranking)
                .option("--level", level)
                .option("--top", top)
                .option("--ties", ties)
                .options("--failing", failing)
                .options("--source", sources())
                .option("--color", "never");
    }
}
