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

/** Says something about a module's recordings, or why there are none. */
abstract class AbstractReportMojo extends AbstractCommandMojo {
    /** Folder with the module's recordings. */
    @Parameter(property = "faultline.dataFolder", defaultValue = "${project.basedir}/.faultline")
    File dataFolder;

    @Override
    boolean isPartOfARecordedBuild() {
        return true;
    }

    /** The recordings of another module, where the same setting puts them. */
    final Recordings recordingsOf(MavenProject module) {
        return new Recordings(seenFrom(module.getBasedir().toPath().toAbsolutePath().normalize()));
    }

    /** The data folder of a build whose module's folder is {@code base}. */
    final Path seenFrom(Path base) {
        Path mine = dataFolder.toPath().toAbsolutePath().normalize();
        return mine.startsWith(folder()) ? base.resolve(folder().relativize(mine)) : mine;
    }

    /** A module without recordings: fine when it has no tests, else a mistake of the build. */
    final void missing(MavenProject module) throws MojoExecutionException {
        Missing missing = Missing.explain(session, module, recordingsOf(module).folder(), goal("localize"));
        if (missing.isMistake) {
            throw new MojoExecutionException(missing.sentence);
        }
        getLog().info(missing.sentence + ": nothing to say");
    }

    /** Writes the pages of a report into {@code out}, or where they usually are. Errors: the program's own, in its words. */
    final void writePages(Program program, Path recordings, Arguments arguments, String out)
            throws IOException, MojoExecutionException {
        Path target = new File(session.getTopLevelProject().getBuild().getDirectory()).toPath();
        Path folder = top().resolve(out == null ? target.resolve("faultline-report").toString() : out).normalize();
        // As short as it can be: it is printed.
        arguments.option("--out", folder.startsWith(top()) ? top().relativize(folder) : folder);
        tell(program, arguments.options("--source", sources()).plain(Collections.singleton(recordings)));
    }

    /** Reports on the module's recordings; for a goal that does more than that, override it. */
    @Override
    void run(Program program) throws IOException, MojoExecutionException, MojoFailureException {
        Recordings recordings = recordingsOf(project);
        if (project.getPackaging().equals("pom")) {
            getLog().debug("a pom without tests; the goal aggregate reports on all modules");
        } else if (recordings.isEmpty()) {
            missing(project);
        } else {
            report(program.in(folder()), recordings.folder());
        }
    }

    /** Reports on the recordings of a folder. */
    void report(Program program, Path recordings) throws IOException, MojoExecutionException, MojoFailureException {
        report(program, arguments().plain(Collections.singleton(recordings)));
    }
}
