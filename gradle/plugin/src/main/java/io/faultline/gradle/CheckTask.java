package io.faultline.gradle;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Fails the build if the recorded tests violate a rule. */
@UntrackedTask(because = "It reads the recordings that are there")
public abstract class CheckTask extends CheckOptions {
    /** The command's exit code if a rule is violated. */
    private static final int NOT_KEPT = 4;

    /** The rules, in the syntax of {@code faultline check}. */
    @Internal
    @Option(option = "rule", description = "A rule, as ddu>=0.1 or 'class:covered at least 0.8'; may be repeated")
    public abstract ListProperty<String> getRules();

    @TaskAction
    void check() {
        List<String> rules = getRules().get();
        if (rules.isEmpty()) {
            getLogger()
                    .lifecycle("faultline: there is no rule to check; write one, as in: "
                            + "faultline { rules.add(\"ddu>=0.1\") }");
            return;
        }
        Result result = execute(arguments().plain(rules).plain(recordedOrFail()));
        if (result.exitCode == NOT_KEPT) {
            throw new GradleException("faultline: " + result.output.trim().replace("\n", "\nfaultline: "));
        }
        if (result.exitCode != 0) {
            throw new GradleException(result.sentence());
        }
        if (!result.error.isEmpty()) {
            getLogger().warn(result.sentence());
        }
        getLogger().lifecycle("faultline: " + result.output.trim());
    }
}
