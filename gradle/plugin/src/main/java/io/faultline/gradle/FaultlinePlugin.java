package io.faultline.gradle;

import java.io.File;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.tasks.testing.Test;

/**
 * The plugin {@code io.faultline}: attaches the agent to the {@code Test} tasks of a project and adds tasks that read
 * its recordings. In the root project these read the recordings of all projects.
 */
public abstract class FaultlinePlugin implements Plugin<Project> {
    private FaultlineTasks tasks;

    @Override
    public void apply(Project project) {
        FaultlineExtension extension = project.getExtensions().create("faultline", FaultlineExtension.class);
        extension.getEnabled().convention(true);
        extension.getRankFailures().convention(true);
        extension.getTop().convention(5);
        extension
                .getRecordings()
                .convention(project.getLayout().getBuildDirectory().dir("faultline"));
        GradleProperties properties = new GradleProperties(project.getProviders());
        extension.getAffected().convention(properties.flag("affected"));
        extension.getFirst().convention(properties.text("first"));
        extension.getBaseline().convention(properties.text("baseline"));
        extension.getRerunFailed().convention(properties.number("rerunFailed"));
        extension.getKept().convention(project.getLayout().getProjectDirectory().dir(".faultline"));

        File caches = new File(project.getGradle().getGradleUserHomeDir(), "caches/faultline");
        tasks = new FaultlineTasks(project, extension, caches);
        TestTasks tests = new TestTasks(project, extension, tasks.kept(), caches);
        tests.attach();
        tasks.read(project, tests);
        if (project != project.getRootProject()) {
            // Works in whichever order the two plugins are applied.
            project.getRootProject()
                    .getPlugins()
                    .withType(FaultlinePlugin.class)
                    .configureEach(root -> root.tasks.read(project, tests));
        }
        project.getTasks().withType(Test.class).configureEach(tasks::around);
    }
}
