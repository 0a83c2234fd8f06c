package io.faultline.maven;

import io.faultline.plugins.AgentOption;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;

/** Puts the agent into a property that Surefire or Failsafe takes the options of its JVMs from. */
abstract class AbstractPrepareMojo extends AbstractFaultlineMojo {
    /**
     * The property that gets the agent, before what it holds already. A pom with an <code>&lt;argLine&gt;</code> of its
     * own has to name it there: <code>&lt;argLine&gt;@{argLine} -Xmx1g&lt;/argLine&gt;</code>.
     */
    @Parameter(property = "faultline.propertyName", defaultValue = ArgLine.PROPERTY)
    String propertyName;

    /** Folder for the module's recordings; those of earlier builds are removed. */
    @Parameter(property = "faultline.dataFolder", defaultValue = "${project.basedir}/.faultline")
    File dataFolder;

    /**
     * Record classes of these names, wherever they come from: <code>org.x.*</code>. By default all classes that are
     * loaded from the build's own folders and jars, test classes left out.
     */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Do not record classes of these names; wins over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    /** Keep the recordings of earlier builds; their tests count too. */
    @Parameter(property = "faultline.append", defaultValue = "false")
    boolean append;

    /**
     * Let the build go on when tests fail (it sets <code>maven.test.failure.ignore</code> for the module), so that goals
     * of later phases can rank the suspects. The goal <code>check</code> with <code>maxFailed</code> fails it then.
     */
    @Parameter(property = "faultline.keepGoing", defaultValue = "false")
    boolean keepGoing;

    @Override
    final void run(Program program) throws IOException, MojoExecutionException {
        Recordings recordings = new Recordings(dataFolder.toPath());
        // A second goal of the same build adds to what the first one's tests recorded.
        if (!append && !Missing.isPrepared(project)) {
            recordings.clear();
        }
        if (project.getPackaging().equals("pom")) {
            return;
        }
        if (!Folders.existing(project.getTestCompileSourceRoots()).isEmpty()) {
            recordings.create();
        }
        CommandLineProperty.moveToModules(session, propertyName);
        AgentOption agent = scoped(new AgentOption(program.agent(), recordings.folder(), root()));
        String value = ArgLine.withAgent(project.getProperties().getProperty(propertyName), agent.toString());
        project.getProperties().setProperty(propertyName, value);
        if (keepGoing) {
            project.getProperties().setProperty("maven.test.failure.ignore", "true");
        }
        getLog().info(propertyName + " is " + value);
        Missing.prepared(project, propertyName);
        warn();
    }

    /** The agent with what this goal includes and excludes. */
    final AgentOption scoped(AgentOption agent) {
        return agent.patterns("include", include).patterns("exclude", exclude);
    }

    @Override
    boolean isPartOfARecordedBuild() {
        return true;
    }

    /** A pom that names the property must find it: Surefire would hand an unknown one to the JVM as it stands. */
    @Override
    final void without() {
        project.getProperties().putIfAbsent(propertyName, "");
    }

    /** Which executions this goal is for. */
    abstract boolean isFor(TestRun run);

    private void warn() {
        for (TestRun run : TestRun.of(project)) {
            String drops = isFor(run) ? run.whatDrops(propertyName) : null;
            if (drops != null) {
                getLog().warn("tests will not be recorded: " + drops);
            }
        }
    }
}
