package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** A goal that reports on a module's recordings, or on why there are none. */
abstract class AbstractReportMojo extends AbstractCommandMojo {
    /** Folder with the module's recordings. */
    @Parameter(property = "faultline.dataFolder", defaultValue = "${project.basedir}/.faultline")
    File dataFolder;

    @Override
    boolean isPartOfARecordedBuild() {
        return true;
    }

    /** The recordings of another module, in the same relative folder. */
    final Recordings recordingsOf(MavenProject module) {
        return new Recordings(
                seenFrom(module.getBasedir().toPath().toAbsolutePath().normalize()));
    }

    /** The data folder of a module whose folder is {@code base}. */
    final Path seenFrom(Path base) {
        Path mine = dataFolder.toPath().toAbsolutePath().normalize();
        return mine.startsWith(folder()) ? base.resolve(folder().relativize(mine)) : mine;
    }

    /** Reports a module without recordings: normal if it has no tests, otherwise a configuration error. */
    final void missing(MavenProject module) throws MojoExecutionException {
        Missing missing = Missing.explain(session, module, recordingsOf(module).folder(), goal("localize"));
        if (missing.isMistake) {
            throw new MojoExecutionException(missing.sentence);
        }
        getLog().info(missing.sentence + ": nothing to say");
    }

    /**
     * Writes the pages of a report into {@code out}, or into the default folder. Errors: the program's own, in its
     * words.
     */
    final void writePages(Program program, Path recordings, Arguments arguments, String out)
            throws IOException, MojoExecutionException {
        Path target = new File(session.getTopLevelProject().getBuild().getDirectory()).toPath();
        Path folder = top().resolve(
                        out == null ? target.resolve("faultline-report").toString() : out)
                .normalize();
        // Use a short path, because it is printed.
        arguments.option("--out", folder.startsWith(top()) ? top().relativize(folder) : folder);
        tell(program, arguments.options("--source", sources()).plain(Collections.singleton(recordings)));
    }

    /** Reports on the module's recordings; overridden by goals that do more. */
    @Override
    void run(Program program) throws IOException, MojoExecutionException, MojoFailureException {
        Recordings recordings = recordingsOf(project);
        if (project.getPackaging().equals("pom")) {
            getLog().debug("a pom without tests; the goal aggregate reports on all modules");
        } else if (recordings.isEmpty()) {
            missing(project);
        } else {
            ModuleEnd.now(project);
            report(program.in(folder()), recordings.folder());
        }
    }

    /** Reports on the recordings of a folder. */
    void report(Program program, Path recordings) throws IOException, MojoExecutionException, MojoFailureException {
        report(program, arguments().plain(Collections.singleton(recordings)));
    }
}
