package io.faultline.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes the suspects as a folder of pages, with the sources, the tests of each line and maps of the build: one report of all
 * modules, whose recordings it puts together as <code>aggregate</code> does. In a pom it may be bound in one module or in all: it
 * works in the last of these.
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends AbstractReportMojo {
    /** Formula, and what multiplies it: <code>evidence</code>, <code>ochiai+size+trace+name</code>, <code>dstar</code>. */
    @Parameter(property = "faultline.ranking")
    String ranking;

    /** Explain only these failing tests, each <code>Class#method</code>. */
    @Parameter(property = "faultline.failing")
    List<String> failing;

    /** Folder of the pages, seen from the folder of the build; by default <code>target/faultline-report</code>. */
    @Parameter(property = "faultline.report.out")
    String out;

    @Override
    void run(Installation installation) throws IOException, MojoExecutionException {
        Recordings all = new WholeBuild(this).collected();
        if (all != null) {
            report(new Program(installation, top()), all.folder());
        }
    }

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        writePages(program, recordings, new Arguments("report").option("--ranking", ranking).options("--failing", failing), out);
    }
}
