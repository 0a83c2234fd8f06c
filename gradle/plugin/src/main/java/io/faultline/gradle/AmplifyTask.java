package io.faultline.gradle;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Grows tests from recorded failing ones, and prints which methods they blame. */
@UntrackedTask(because = "It prints")
public abstract class AmplifyTask extends AgainTask {
    /** Where grown tests go. */
    @Internal
    @Option(option = "out", description = "Write the grown tests that tell most into this folder, as sources")
    public abstract Property<String> getOut();

    /** How many of them. */
    @Internal
    @Option(option = "tests", description = "How many tests --out writes, 0 is all")
    public abstract Property<String> getTests();

    /** What is right. */
    @Internal
    @Option(option = "oracle-rev", description = "A commit or tag that is right: it says how grown tests should end")
    public abstract Property<String> getOracleRevision();

    /** What edits are drawn depends on it. */
    @Internal
    @Option(option = "seed", description = "Seed of what is left to chance: which edits are made")
    public abstract Property<String> getSeed();

    @Override
    Map<String, ?> environment() {
        File caches = getCaches().get().getAsFile();
        Map<String, String> environment = new HashMap<>();
        environment.put("FAULTLINE_AMPLIFY", Tools.amplify(caches).getPath());
        // The JVMs that run what is grown record it.
        environment.put("FAULTLINE_AGENT", Tools.agent(caches).getPath());
        return environment;
    }

    @Override
    String command() {
        return "amplify";
    }

    @Override
    void addOptions(List<String> arguments) {
        add(arguments, "--out", getOut());
        add(arguments, "--tests", getTests());
        add(arguments, "--oracle-rev", getOracleRevision());
        add(arguments, "--seed", getSeed());
    }
}
