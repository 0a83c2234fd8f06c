package io.faultline.maven;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/** Why a module has no recording, in one sentence, and whether that is a configuration error. */
final class Missing {
    /** Context value of a module: the properties that contain the agent in the current build. */
    private static final String PREPARED = "faultline.prepared";

    final String sentence;
    final boolean isMistake;

    private Missing(String sentence, boolean isMistake) {
        this.sentence = sentence;
        this.isMistake = isMistake;
    }

    /** Notes that a goal of this build added the agent to a property. */
    static void prepared(MavenProject project, String property) {
        List<String> properties = new ArrayList<>(preparedProperties(project));
        properties.add(property);
        project.setContextValue(PREPARED, properties);
    }

    /** Whether a goal of this build added the agent to a property. */
    static boolean isPrepared(MavenProject project) {
        return !preparedProperties(project).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static List<String> preparedProperties(MavenProject project) {
        List<String> properties = (List<String>) project.getContextValue(PREPARED);
        return properties == null ? Collections.emptyList() : properties;
    }

    /**
     * Finds the reason.
     *
     * @param folder the folder that was searched for recordings
     * @param localize how to call that goal
     */
    static Missing explain(MavenSession session, MavenProject project, Path folder, String localize) {
        String module = project.getArtifactId();
        if (!Folders.holds(Paths.get(project.getBuild().getTestOutputDirectory()), ".class")) {
            return new Missing(module + " has no tests", false);
        }
        if (isSkipped(session, project)) {
            return new Missing("the tests of " + module + " were skipped", false);
        }
        if (!isPrepared(project)) {
            return new Missing(
                    "no recording in " + folder + ": the goal prepare-agent must run before the tests, or run"
                            + " them by mvn " + localize,
                    true);
        }
        List<String> properties = preparedProperties(project);
        for (TestRun run : TestRun.of(project)) {
            if (run.isUnforked() || "0".equals(property(session, project, "forkCount"))) {
                return new Missing(
                        "the tests of " + module + " ran in Maven's own JVM (forkCount 0), where no goal can add"
                                + " an agent; fork them, or run them by mvn " + localize + ", which can",
                        true);
            }
            if (properties.stream().noneMatch(name -> ArgLine.takes(run.argLine(), name))) {
                return new Missing("no test was recorded: " + run.whatDrops(properties.get(0)), true);
            }
        }
        return new Missing(
                "nothing was recorded in " + folder + ": did the tests of " + module + " run after prepare-agent,"
                        + " and did their JVM print a line that begins with \"faultline:\"?",
                true);
    }

    private static boolean isSkipped(MavenSession session, MavenProject project) {
        for (String name : new String[] {"skipTests", "maven.test.skip", "maven.test.skip.exec"}) {
            String value = property(session, project, name);
            if (value != null && (value.isEmpty() || value.equals("true"))) {
                return true;
            }
        }
        return false;
    }

    private static String property(MavenSession session, MavenProject project, String name) {
        Properties user = session.getUserProperties();
        return user.getProperty(name, project.getProperties().getProperty(name));
    }
}
