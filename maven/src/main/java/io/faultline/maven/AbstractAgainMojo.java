package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/** A goal that runs the build's tests, and then a command that starts recorded tests again. */
abstract class AbstractAgainMojo extends AbstractBuildMojo {
    @Override
    final void report(Program program, Path recordings) throws IOException, MojoExecutionException {
        Arguments arguments = arguments().plain(Collections.singleton(recordings));
        getLog().debug(arguments.toString());
        // The program reports the findings of each stage on standard error, as they occur.
        List<String> said = new ArrayList<>();
        int code = program.run(arguments, getLog()::info, line -> {
            said.add(line);
            getLog().info(line);
        });
        if (code == NOTHING_FAILED) {
            getLog().info("no test failed, so there is nothing to explain");
        } else if (code != 0) {
            String what = "faultline " + arguments.command() + " ended with " + code;
            throw new MojoExecutionException(said.isEmpty() ? what : said.get(said.size() - 1));
        } else {
            tellWhatIsWritten(arguments);
        }
    }
}
