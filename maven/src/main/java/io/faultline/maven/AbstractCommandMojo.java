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

/** A goal that asks a command of the program, whose options are parameters of it. */
abstract class AbstractCommandMojo extends AbstractFaultlineMojo {
    /** The program's exit code when no test failed, so that there is nothing to rank. */
    static final int NOTHING_FAILED = 3;

    /** The command, and what the parameters add to it. */
    abstract Arguments arguments();

    /** Folders with the sources of all modules, as far as they exist. */
    final List<Path> sources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /** Folders with the sources of all modules' tests, as far as they exist. */
    final List<Path> testSources() {
        List<String> roots = new ArrayList<>();
        session.getProjects().forEach(module -> roots.addAll(module.getTestCompileSourceRoots()));
        return Folders.existing(roots);
    }

    /** The sources named from the repository's root; none without a repository, which the program itself says. */
    final List<Path> sourcesInRepository() {
        Repository repository = Repository.around(top());
        return repository == null ? Collections.emptyList() : repository.named(sources());
    }

    /** Runs the program with its text going to the build's log. Errors: the program's own, in its words. */
    final void report(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        if (tell(program, arguments)) {
            tellWhatIsWritten(arguments);
        }
    }

    /** Says where JSON is that was asked for. */
    final void tellWhatIsWritten(Arguments arguments) {
        String json = arguments.value("--json-file");
        if (json != null) {
            getLog().info("written: " + json);
        }
    }

    /** Runs the program with its text going to the build's log; false when all tests passed and it had nothing to say. */
    final boolean tell(Program program, Arguments arguments) throws IOException, MojoExecutionException {
        getLog().debug(arguments.toString());
        List<String> said = new ArrayList<>();
        int code = program.run(arguments, getLog()::info, said::add);
        if (code == NOTHING_FAILED) {
            // A test that hung did not fail, but can be asked about: the program says how.
            List<String> offers = said.stream().filter(line -> line.contains("--failing")).collect(Collectors.toList());
            offers.forEach(getLog()::warn);
            if (offers.isEmpty()) {
                getLog().info("no test failed, so nothing is suspicious");
            }
            return false;
        }
        if (code != 0) {
            throw new MojoExecutionException(
                    said.isEmpty() ? "faultline " + arguments.command() + " ended with " + code : String.join("\n", said));
        }
        said.forEach(getLog()::warn);
        return true;
    }
}
