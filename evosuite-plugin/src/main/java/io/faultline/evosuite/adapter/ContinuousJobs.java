package io.faultline.evosuite.adapter;

import java.util.ArrayList;
import java.util.List;

/** The masters started by {@code -continuous}, one per class, get the same agent and our properties. */
public final class ContinuousJobs extends Seam {
    public ContinuousJobs() {
        super(
                "continuous.job.JobHandler.getCommandString",
                "adds the agent and our properties to the command of a class's master",
                "`-continuous` does not start on Java 9 and later, and searches without the metric");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/continuous/job/JobHandler");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String descriptor = "(Lorg/evosuite/continuous/job/JobDefinition;)Ljava/util/List;";
        return Weaving.atReturn(
                classFile,
                "getCommandString",
                descriptor,
                m -> Weaving.call(m, ContinuousJobs.class, "complete", "(Ljava/util/List;)Ljava/util/List;"));
    }

    /** Completes {@code java, flags, main class, arguments}; EvoSuite's own -D are arguments here. */
    public static List<String> complete(List<String> command) {
        return complete(command, Host.flag(), FitnessProperties.arguments());
    }

    static List<String> complete(List<String> command, String agent, List<String> properties) {
        List<String> complete = new ArrayList<>(command);
        if (!complete.contains(agent)) {
            complete.add(1, agent);
        }
        for (String property : properties) {
            String key = property.substring(0, property.indexOf('=') + 1);
            if (complete.stream().noneMatch(argument -> argument.startsWith(key))) {
                complete.add(property);
            }
        }
        return complete;
    }
}
