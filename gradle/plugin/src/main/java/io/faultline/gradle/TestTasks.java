package io.faultline.gradle;

import io.faultline.javaoptions.OptionText;
import io.faultline.plugins.AgentOption;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskCollection;
import org.gradle.api.tasks.testing.Test;

/** The recorded {@code Test} tasks of a project. None is created before the build needs it. */
final class TestTasks {
    private final Project project;
    private final FaultlineExtension extension;
    private final Provider<Directory> kept;
    private final File caches;

    /** @param kept folder of the baseline by which tests are left out */
    TestTasks(Project project, FaultlineExtension extension, Provider<Directory> kept, File caches) {
        this.project = project;
        this.extension = extension;
        this.kept = kept;
        this.caches = caches;
    }

    /** Attaches the agent to each task when it is created. */
    void attach() {
        project.getTasks().withType(Test.class).configureEach(this::attach);
    }

    /** The recorded tasks. */
    TaskCollection<Test> recorded() {
        return project.getTasks().withType(Test.class).matching(test -> isRecorded(test.getName()));
    }

    /** The folders of their recordings, derived from task names without creating a task. */
    FileCollection recordings() {
        Callable<Object> folders = () -> project.getTasks().withType(Test.class).getNames().stream()
                .filter(this::isRecorded)
                .map(this::folder)
                .collect(Collectors.toList());
        return project.files(folders);
    }

    private void attach(Test test) {
        Provider<Boolean> attached = project.provider(() -> isRecorded(test.getName()) && isSupported());
        Provider<Directory> folder = attached.flatMap(yes -> yes ? folder(test.getName()) : null);
        AgentArguments agent = project.getObjects().newInstance(AgentArguments.class);
        agent.getAttached().set(attached);
        agent.getAgentHash().set(Tools.agentHash());
        agent.getIncludes().set(extension.getIncludes());
        agent.getExcludes().set(extension.getExcludes());
        agent.getRecordings().set(folder);
        agent.getAffected().set(extension.getAffected());
        agent.getFailingFirst()
                .set(project.provider(() -> isFailingFirst(extension.getFirst().getOrNull())));
        agent.getKept().set(kept);
        agent.getOthers().set(project.provider(() -> options(test)));
        agent.getRoot().set(project.getRootDir());
        agent.getCaches().set(caches);
        test.getJvmArgumentProviders().add(agent);
        test.doFirst(new ClearRecordings(folder));
        test.getOutputs().doNotCacheIf("only affected tests run", new OnlyAffected(extension.getAffected()));
    }

    private static boolean isFailingFirst(String first) {
        try {
            return AgentOption.isFailingFirst(first);
        } catch (IllegalArgumentException e) {
            throw new GradleException("faultline: " + e.getMessage());
        }
    }

    /** Every JVM reads the first of the variables, and the launcher the second, both before the command. */
    private static List<String> options(Test test) {
        List<String> options = new ArrayList<>();
        for (String variable : Arrays.asList("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            Object value = test.getEnvironment().get(variable);
            options.addAll(value == null ? Collections.<String>emptyList() : OptionText.ofVariable(value.toString()));
        }
        List<String> own = test.getJvmArgs();
        options.addAll(own == null ? Collections.<String>emptyList() : own);
        return options;
    }

    private boolean isRecorded(String task) {
        return extension.getEnabled().get()
                && NamePatterns.choose(extension.getTasks().get(), task);
    }

    private boolean isSupported() {
        String missing = Tools.missing();
        if (missing != null) {
            project.getLogger().warn("faultline: tests of {} are not recorded: {}", project, missing);
        }
        return missing == null;
    }

    private Provider<Directory> folder(String task) {
        return extension.getRecordings().dir(task);
    }
}
