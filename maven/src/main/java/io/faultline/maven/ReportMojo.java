package io.faultline.maven;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Writes the suspects as a folder of HTML pages, with the sources, the tests of each line and maps of the build: one
 * report for all modules, whose recordings it collects like <code>aggregate</code>. In a pom it may be bound in one
 * module or in all: it works in the last of these.
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends ReportOptions {
    /** Folder of the pages, relative to the folder of the build; by default <code>target/faultline-report</code>. */
    @Parameter(property = "faultline.report.out")
    String out;

    @Override
    void run(Program program) throws IOException, MojoExecutionException {
        Recordings all = new WholeBuild(this).collected(program);
        if (all != null) {
            report(program, all.folder());
        }
    }

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        writePages(program, recordings, arguments(), out);
    }
}
