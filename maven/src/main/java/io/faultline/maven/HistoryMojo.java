package io.faultline.maven;

import java.io.IOException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;

/** Reports which files, classes or methods are likely to have defects, based on the git repository's history. */
@Mojo(name = "history", aggregator = true, threadSafe = true)
public final class HistoryMojo extends HistoryOptions {
    @Override
    void run(Program program) throws IOException, MojoExecutionException {
        report(program, arguments());
    }
}
