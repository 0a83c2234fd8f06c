package io.faultline.gradle;

import java.io.File;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.tasks.testing.Test;

/**
 * The plugin {@code io.faultline}: attaches the agent to the {@code Test} tasks of a project and adds
 * tasks that read what it records. At the root of a build they read what all projects record.
 */
public abstract class FaultlinePlugin implements Plugin<Project> {
    private FaultlineTasks tasks;

    @Override
    public void apply(Project project) {
        FaultlineExtension extension = project.getExtensions().create("faultline", FaultlineExtension.class);
        extension.getEnabled().convention(true);
        extension.getRankFailures().convention(true);
        extension.getTop().convention(5);
        extension.getRecordings().convention(project.getLayout().getBuildDirectory().dir("faultline"));

        File caches = new File(project.getGradle().getGradleUserHomeDir(), "caches/faultline");
        TestTasks tests = new TestTasks(project, extension, caches);
        tests.attach();
        tasks = new FaultlineTasks(project, extension, caches);
        tasks.read(project, tests);
        if (project != project.getRootProject()) {
            // Whichever of the two is applied first.
            project.getRootProject()
                    .getPlugins()
                    .withType(FaultlinePlugin.class)
                    .configureEach(root -> root.tasks.read(project, tests));
        }
        project.getTasks().withType(Test.class).configureEach(tasks::rankAfter);
    }
}
