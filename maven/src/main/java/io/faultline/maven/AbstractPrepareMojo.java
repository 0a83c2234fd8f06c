package io.faultline.maven;

import io.faultline.plugins.AgentOption;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;

/** Adds the agent to a property from which Surefire or Failsafe take the options of their JVMs. */
abstract class AbstractPrepareMojo extends AbstractFaultlineMojo {
    /**
     * The property to which the agent is prepended. A pom with its own <code>&lt;argLine&gt;</code> must refer to the
     * property in it: <code>&lt;argLine&gt;@{argLine} -Xmx1g&lt;/argLine&gt;</code>.
     */
    @Parameter(property = "faultline.propertyName", defaultValue = ArgLine.PROPERTY)
    String propertyName;

    /** Folder for the module's recordings; those of earlier builds are removed. */
    @Parameter(property = "faultline.dataFolder", defaultValue = "${project.basedir}/.faultline")
    File dataFolder;

    /**
     * Names of classes to record, wherever they come from: <code>org.x.*</code>. By default all classes loaded from the
     * build's own folders and jars, except test classes.
     */
    @Parameter(property = "faultline.include")
    List<String> include;

    /** Names of classes not to record; takes precedence over <code>include</code>. */
    @Parameter(property = "faultline.exclude")
    List<String> exclude;

    /** Keeps the recordings of earlier builds; their tests count too. */
    @Parameter(property = "faultline.append", defaultValue = "false")
    boolean append;

    /**
     * Continues the build if tests fail (it sets <code>maven.test.failure.ignore</code> for the module), so that goals
     * of later phases can rank the suspects. The goal <code>check</code> with <code>maxFailed</code> can fail the build
     * later.
     */
    @Parameter(property = "faultline.keepGoing", defaultValue = "false")
    boolean keepGoing;

    /**
     * Runs only the tests for which something has changed since they passed. The others are left out in the JVM that runs the
     * tests; the first build has nothing to compare with, and runs all.
     */
    @Parameter(property = "faultline.affected", defaultValue = "false")
    boolean affected;

    /**
     * Which tests run first: <code>failing</code>, those most likely to fail by what they ran when they passed. By default the
     * build's order stays.
     */
    @Parameter(property = "faultline.first")
    String first;

    /**
     * A baseline from elsewhere, or a folder that holds one, relative to the folder of the build: its passes count where they
     * are newer than those of the module's own.
     */
    @Parameter(property = "faultline.baseline")
    String baseline;

    /**
     * How often failing tests are run again after the module's tests, each alone, to tell flaky ones. By default they are not.
     */
    @Parameter(property = "faultline.rerunFailed")
    String rerunFailed;

    @Override
    final void run(Program program) throws IOException, MojoExecutionException {
        Recordings recordings = new Recordings(dataFolder.toPath());
        // A second goal of the same build adds to the recordings of the first one's tests.
        if (!append && !Missing.isPrepared(project)) {
            recordings.clear();
        }
        if (project.getPackaging().equals("pom")) {
            return;
        }
        Baseline kept = new Baseline(program.in(folder()), recordings, root(), getLog());
        if (!Folders.existing(project.getTestCompileSourceRoots()).isEmpty()) {
            recordings.create();
            if (baseline != null) {
                kept.join(top().resolve(baseline));
            }
        }
        ModuleEnd.set(session, project, () -> kept.keep(rerunFailed));
        CommandLineProperty.moveToModules(session, propertyName);
        AgentOption agent = scoped(new AgentOption(program.agent(), recordings.folder(), root()));
        if (affected) {
            agent.affectedBy(kept.file());
        }
        if (isFailingFirst()) {
            agent.failingFirst(kept.file());
        }
        String value = ArgLine.withAgent(project.getProperties().getProperty(propertyName), agent.toString());
        Archives archives = new Archives(System::getenv);
        value = archives.undone(value, propertyName, lines());
        project.getProperties().setProperty(propertyName, value);
        if (keepGoing) {
            project.getProperties().setProperty("maven.test.failure.ignore", "true");
        }
        getLog().info(propertyName + " is " + value);
        Missing.prepared(project, propertyName);
        warn(archives, value);
    }

    private boolean isFailingFirst() throws MojoExecutionException {
        try {
            return AgentOption.isFailingFirst(first);
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException(e.getMessage());
        }
    }

    /** The values of {@code <argLine>} that use the property. */
    private List<String> lines() {
        return TestRun.of(project).stream()
                .filter(run -> isFor(run) && run.argLine() != null && run.whatDrops(propertyName) == null)
                .map(TestRun::argLine)
                .collect(Collectors.toList());
    }

    /** Adds this goal's include and exclude patterns to the agent. */
    final AgentOption scoped(AgentOption agent) {
        return agent.patterns("include", include).patterns("exclude", exclude);
    }

    @Override
    boolean isPartOfARecordedBuild() {
        return true;
    }

    /**
     * Defines the property, because a pom may refer to it: Surefire would pass an undefined reference to the JVM
     * verbatim.
     */
    @Override
    final void without() {
        project.getProperties().putIfAbsent(propertyName, "");
    }

    /** Whether the goal applies to an execution. */
    abstract boolean isFor(TestRun run);

    private void warn(Archives archives, String value) {
        for (String line : lines()) {
            String left = archives.left(value, propertyName, line);
            if (left != null) {
                getLog().warn("tests may not start, since no agent may stand beside " + left + ": write @{"
                        + propertyName + "} behind it in <argLine>, so that it is undone for the recorded tests");
            }
        }
        for (TestRun run : TestRun.of(project)) {
            String drops = isFor(run) ? run.whatDrops(propertyName) : null;
            if (drops != null) {
                getLog().warn("tests will not be recorded: " + drops);
            }
        }
    }
}
