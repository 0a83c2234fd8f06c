package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Fails the build if the module's tests violate its rules. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends CheckOptions {
    /** The program's exit code if a rule is violated. */
    private static final int NOT_KEPT = 4;

    /**
     * The rules, in the syntax of <code>faultline check</code>: <code>ddu at least 0.1</code>, <code>failed at most
     * 0</code>, <code>class:org.x.*:covered at least 0.8</code>. In <code>-D</code> they are separated by commas.
     */
    @Parameter(property = "faultline.rules")
    List<String> rules;

    /** Reports violations as warnings and continues the build. */
    @Parameter(property = "faultline.check.warnOnly", defaultValue = "false")
    boolean warnOnly;

    @Override
    void report(Program program, Path recordings) throws IOException, MojoExecutionException, MojoFailureException {
        Arguments command = command(recordings);
        getLog().debug(command.toString());
        List<String> out = new ArrayList<>();
        List<String> said = new ArrayList<>();
        int code = program.run(command, out::add, said::add);
        judge(code, out, said);
    }

    /** The program's arguments. Errors: there is no rule. */
    Arguments command(Path recordings) throws MojoExecutionException {
        List<String> asked = Arguments.parts(rules);
        if (asked.isEmpty()) {
            throw new MojoExecutionException("check has no rule; set one in its <configuration>, as <rules><rule>ddu at"
                    + " least 0.1</rule></rules>, or by -Dfaultline.rules='ddu at least 0.1'; mvn " + goal("help")
                    + " -Ddetail -Dgoal=check says more");
        }
        return arguments().plain(asked).plain(Collections.singleton(recordings));
    }

    /** Logs the program's output. Errors: a rule is violated; the program's own, in its words. */
    void judge(int code, List<String> out, List<String> said) throws MojoExecutionException, MojoFailureException {
        if (code != 0 && code != NOT_KEPT) {
            throw new MojoExecutionException(
                    said.isEmpty() ? "faultline check ended with " + code : String.join("\n", said));
        }
        said.forEach(note -> getLog().warn(note));
        for (String line : out) {
            if (code == 0) {
                getLog().info(line);
            } else if (warnOnly) {
                getLog().warn(line);
            } else {
                getLog().error(line);
            }
        }
        if (code == NOT_KEPT && !warnOnly) {
            throw new MojoFailureException(
                    out.size() == 1 ? out.get(0) : out.size() + " rules are not kept, first: " + out.get(0));
        }
    }
}
