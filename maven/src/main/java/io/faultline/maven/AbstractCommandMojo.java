package io.faultline.maven;

import io.faultline.plugins.Arguments;
import io.faultline.plugins.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;

/** A goal that runs a command of the program, whose options are parameters of the goal. */
abstract class AbstractCommandMojo extends AbstractFaultlineMojo {
    /** The program's exit code if no test failed, so that there is nothing to rank. */
    static final int NOTHING_FAILED = 3;

    /** The command, with arguments from the parameters. */
    abstract Arguments arguments();

    /** Existing source folders of all modules. */
    final List<Path> sources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /** Existing test source folders of all modules. */
    final List<Path> testSources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getTestCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /** The source folders relative to the repository's root; empty without a repository, which the program reports. */
    final List<Path> sourcesInRepository() {
        Repository repository = Repository.around(top());
        return repository == null ? Collections.emptyList() : repository.named(sources());
    }

    /** Runs the program and writes its output to the build's log. Errors: the program's own, in its words. */
    final void report(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        if (tell(program, arguments)) {
            tellWhatIsWritten(arguments);
        }
    }

    /** Logs the path of the requested JSON file. */
    final void tellWhatIsWritten(Arguments arguments) {
        String json = arguments.value("--json-file");
        if (json != null) {
            getLog().info("written: " + json);
        }
    }

    /**
     * Runs the program and writes its output to the build's log; false if all tests passed, so that there was nothing
     * to print.
     */
    final boolean tell(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        getLog().debug(arguments.toString());
        List<String> said = new ArrayList<>();
        int code = program.run(arguments, getLog()::info, said::add);
        if (code == NOTHING_FAILED) {
            // A test that hung is not a failed test, but can be analysed: the program says how.
            List<String> offers =
                    said.stream().filter(line -> line.contains("--failing")).collect(Collectors.toList());
            offers.forEach(getLog()::warn);
            if (offers.isEmpty()) {
                getLog().info("no test failed, so nothing is suspicious");
            }
            return false;
        }
        if (code != 0) {
            throw new MojoExecutionException(
                    said.isEmpty()
                            ? "faultline " + arguments.command() + " ended with " + code
                            : String.join("\n", said));
        }
        said.forEach(getLog()::warn);
        return true;
    }
}
