package io.faultline.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Prints what the failing tests make suspicious.
 *
 * <p>It finalizes every {@code Test} task, so that it runs when tests fail, and then says nothing unless
 * some did.
 */
@UntrackedTask(because = "It prints")
public abstract class RankTask extends RecordingsTask {
    /** The command's exit code when no test failed, so that there is nothing to rank. */
    private static final int NOTHING_FAILED = 3;

    /** Was it asked for by name? */
    @Internal
    public abstract Property<Boolean> getAsked();

    /** Does it rank unasked? */
    @Internal
    public abstract Property<Boolean> getRankFailures();

    /** Formula and modifiers. */
    @Internal
    @Option(option = "ranking", description = "Formula, and what multiplies it")
    public abstract Property<String> getRanking();

    /** Place of equal scores. */
    @Internal
    @Option(option = "ties", description = "Place of equal scores: max, average, min or line-order")
    public abstract Property<String> getTies();

    /** What is ranked. */
    @Internal
    @Option(option = "level", description = "What is ranked: method, line or class")
    public abstract Property<String> getLevel();

    /** How many suspects are printed. */
    @Internal
    @Option(option = "top", description = "How many suspects are printed, 0 is all")
    public abstract Property<String> getTop();

    /** The failing tests to explain; all when empty. */
    @Internal
    @Option(option = "failing", description = "Explain only this failing test, as Class#method; may be repeated")
    public abstract ListProperty<String> getFailing();

    @TaskAction
    void rank() {
        boolean asked = getAsked().get();
        if (!asked && !getRankFailures().get()) {
            return;
        }
        try {
            rank(asked);
        } catch (GradleException e) {
            if (asked) {
                throw e;
            }
            // Nobody asked: tests that pass are not to fail for it.
            getLogger().warn(e.getMessage());
        }
    }

    private void rank(boolean asked) {
        List<String> folders = asked ? recordedOrFail() : recorded();
        if (folders.isEmpty()) {
            return;
        }
        Result result = execute(reporting(arguments(folders)));
        if (result.exitCode == 0) {
            print(result.output);
        } else if (result.exitCode == NOTHING_FAILED) {
            // An older ranking would be taken for one of these tests.
            removeReport();
            // A test that hung did not fail, but can be asked about: the program says how.
            boolean offers = result.error.contains("--failing");
            getLogger().log(
                    asked || offers ? LogLevel.LIFECYCLE : LogLevel.INFO,
                    offers ? result.sentence() : "faultline: no recorded test failed, so nothing is suspicious");
        } else {
            throw new GradleException(result.sentence());
        }
    }

    private List<String> arguments(List<String> folders) {
        List<String> arguments = new ArrayList<>();
        arguments.add("rank");
        arguments.addAll(folders);
        add(arguments, "--ranking", getRanking());
        add(arguments, "--ties", getTies());
        add(arguments, "--level", getLevel());
        add(arguments, "--top", getTop());
        getFailing().get().forEach(test -> add(arguments, "--failing", test));
        addSources(arguments);
        return arguments;
    }
}
