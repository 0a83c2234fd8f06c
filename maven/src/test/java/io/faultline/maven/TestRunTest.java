package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;

class TestRunTest {
    private static MavenProject project(String artifact, String configuration) throws Exception {
        PluginExecution execution = new PluginExecution();
        execution.setId("default-test");
        execution.setConfiguration(
                Xpp3DomBuilder.build(new StringReader("<configuration>" + configuration + "</configuration>")));
        Plugin plugin = new Plugin();
        plugin.setArtifactId(artifact);
        plugin.addExecution(execution);
        Model model = new Model();
        model.setArtifactId("app");
        model.setBuild(new Build());
        model.getBuild().addPlugin(plugin);
        return new MavenProject(model);
    }

    private static TestRun surefire(String configuration) throws Exception {
        return TestRun.of(project("maven-surefire-plugin", configuration)).get(0);
    }

    @Test
    void otherPluginsRunNoTests() throws Exception {
        assertTrue(TestRun.of(project("maven-jar-plugin", "")).isEmpty());
        assertTrue(surefire("").isUnitTests());
        assertFalse(TestRun.of(project("maven-failsafe-plugin", "")).get(0).isUnitTests());
    }

    @Test
    void anArgLineThatDropsTheAgentIsNamedWithItsRemedy() throws Exception {
        assertNull(surefire("").whatDrops("argLine"));
        assertNull(surefire("<argLine>@{argLine} -Xmx1g</argLine>").whatDrops("argLine"));
        String drops = surefire("<argLine>-Xmx1g</argLine>").whatDrops("argLine");
        assertTrue(drops.startsWith("maven-surefire-plugin (execution default-test) of app has an <argLine>"), drops);
        assertTrue(drops.contains("write <argLine>@{argLine} -Xmx1g</argLine>"), drops);
    }

    @Test
    void aPropertyThatNobodyReadsIsNamedWithItsRemedy() throws Exception {
        String drops = surefire("").whatDrops("unitArgLine");
        assertTrue(drops.contains("write <argLine>@{unitArgLine}</argLine>"), drops);
    }

    @Test
    void testsThatAreNotForkedAreFoundAlsoThroughAProperty() throws Exception {
        assertTrue(surefire("<forkCount>0</forkCount>").isUnforked());
        assertTrue(surefire("<forkMode>never</forkMode>").isUnforked());
        assertFalse(surefire("<forkCount>1C</forkCount>").isUnforked());
        MavenProject project = project("maven-surefire-plugin", "<forkCount>${forks}</forkCount>");
        assertFalse(TestRun.of(project).get(0).isUnforked());
        project.getProperties().setProperty("forks", "0");
        assertTrue(TestRun.of(project).get(0).isUnforked());
        assertEquals("0", project.getProperties().getProperty("forks"));
    }
}
