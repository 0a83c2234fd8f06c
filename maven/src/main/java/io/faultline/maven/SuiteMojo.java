package io.faultline.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Says how well the module's tests tell its lines apart, and where they do not. */
@Mojo(name = "suite", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SuiteMojo extends AbstractReportMojo {
    /** How many packages, classes and groups to show; 0 is all. */
    @Parameter(property = "faultline.top")
    Integer top;

    /** Also write the measures into this file, as JSON. */
    @Parameter(property = "faultline.suite.json")
    File json;

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        Arguments arguments = new Arguments("suite")
                .option("--top", top)
                .option("--color", "never")
                .plain(Collections.singleton(recordings));
        report(program, arguments, json);
    }
}
