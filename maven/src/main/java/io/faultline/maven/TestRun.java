package io.faultline.maven;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** One execution of Surefire or Failsafe as configured by a module, which may drop the agent. */
final class TestRun {
    private static final List<String> PLUGINS = Arrays.asList("maven-surefire-plugin", "maven-failsafe-plugin");

    private final MavenProject project;
    private final String plugin;
    private final String execution;
    private final Xpp3Dom configuration;

    private TestRun(MavenProject project, String plugin, String execution, Object configuration) {
        this.project = project;
        this.plugin = plugin;
        this.execution = execution;
        this.configuration = (Xpp3Dom) configuration;
    }

    /** All executions of a module, from its effective pom. */
    static List<TestRun> of(MavenProject project) {
        List<TestRun> runs = new ArrayList<>();
        for (Plugin plugin : project.getBuildPlugins()) {
            if (!PLUGINS.contains(plugin.getArtifactId())) {
                continue;
            }
            for (PluginExecution execution : plugin.getExecutions()) {
                Object configuration = execution.getConfiguration();
                runs.add(new TestRun(
                        project,
                        plugin.getArtifactId(),
                        execution.getId(),
                        configuration == null ? plugin.getConfiguration() : configuration));
            }
        }
        return runs;
    }

    /** Whether the plugin is Surefire and not Failsafe. */
    boolean isUnitTests() {
        return plugin.equals(PLUGINS.get(0));
    }

    /** The pom's own {@code <argLine>}; null if it has none. */
    String argLine() {
        return text("argLine");
    }

    /** Whether the tests run in Maven's own JVM. */
    boolean isUnforked() {
        return "0".equals(value("forkCount")) || "never".equals(value("forkMode"));
    }

    /**
     * The configuration that drops the property with the agent, and the replacement to write; null if the property is
     * used.
     */
    String whatDrops(String property) {
        String own = argLine();
        if (ArgLine.takes(own, property)) {
            return null;
        }
        String place = plugin + " (execution " + execution + ") of " + project.getArtifactId();
        String remedy = ArgLine.remedy(own, property);
        if (own == null) {
            return place + " does not read the property " + property + ", which holds the agent; write " + remedy
                    + " into its <configuration>";
        }
        return place + " has an <argLine> of its own, which replaces the one with the agent; write " + remedy
                + " there: Surefire replaces @{" + property + "} when the tests start, whereas ${" + property
                + "} is replaced when the pom is read, before any agent is there";
    }

    /** A parameter's value as configured, or else that of its property. */
    private String value(String parameter) {
        String configured = text(parameter);
        if (configured == null) {
            return project.getProperties().getProperty(parameter);
        }
        boolean isProperty = configured.startsWith("${") && configured.endsWith("}");
        return isProperty
                ? project.getProperties().getProperty(configured.substring(2, configured.length() - 1))
                : configured;
    }

    private String text(String parameter) {
        Xpp3Dom element = configuration == null ? null : configuration.getChild(parameter);
        String text = element == null ? null : element.getValue();
        return text == null || text.trim().isEmpty() ? null : text.trim();
    }
}
