package io.faultline.gradle;

import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.execution.TaskExecutionGraph;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.RegularFile;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.testing.Test;

/**
 * The tasks of a project that read recordings: those of its own tests, and in the root project those of all projects.
 */
final class FaultlineTasks {
    private static final String RANK = "faultlineRank";
    private static final String LOCALIZE = "faultlineLocalize";
    private static final String BASELINE = "faultlineBaseline";
    private static final String JOIN = "faultlineJoin";
    private static final String MUTATE = "faultlineMutate";
    private static final String AMPLIFY = "faultlineAmplify";
    private static final String CLASS_PATH = "faultlineClassPath";
    private static final String GROUP = "Faultline";

    private final Project project;
    private final FaultlineExtension extension;
    private final File caches;
    private final FileCollection program;
    private final TaskProvider<BaselineTask> baseline;
    private final TaskProvider<JoinTask> join;
    private final TaskProvider<RankTask> rank;
    private final TaskProvider<MutateTask> mutate;
    private final TaskProvider<AmplifyTask> amplify;
    private final TaskProvider<ReportTask> report;
    private final TaskProvider<SuiteTask> suite;
    private final TaskProvider<SelectTask> select;
    private final TaskProvider<CheckTask> check;
    private final TaskProvider<BudgetTask> budget;
    private final TaskProvider<Task> localize;

    FaultlineTasks(Project project, FaultlineExtension extension, File caches) {
        this.project = project;
        this.extension = extension;
        this.caches = caches;
        program = ProgramDependency.of(project);
        baseline = register(BASELINE, BaselineTask.class, "Keeps what each test ran when it last passed.", null);
        join = register(JOIN, JoinTask.class, "Adds the passes of a baseline from elsewhere.", null);
        rank = register(RANK, RankTask.class, "Ranks the suspects of failing tests.", "rank.json");
        mutate = register(
                MUTATE, MutateTask.class, "Runs the tests, and reruns failing ones on changed lines.", "mutate.json");
        amplify = register(
                AMPLIFY, AmplifyTask.class, "Runs the tests, and makes variants of failing ones.", "amplify.json");
        report = register("faultlineReport", ReportTask.class, "Writes the suspects as HTML pages.", null);
        suite = register("faultlineSuite", SuiteTask.class, "Measures how well tests tell lines apart.", "suite.json");
        select = register("faultlineSelect", SelectTask.class, "Chooses the most informative tests.", "select.json");
        check = register(
                "faultlineCheck", CheckTask.class, "Runs tests and checks the rules of the suite.", "check.json");
        budget = register("faultlineBudget", BudgetTask.class, "Divides a time budget among classes.", "budget.json");
        localize = project.getTasks().register(LOCALIZE, task -> {
            task.setGroup(GROUP);
            task.setDescription("Runs the tests, and ranks the suspects of failing ones.");
            task.dependsOn(rank);
        });
        configure();
        project.getGradle().getTaskGraph().whenReady(this::decide);
    }

    /** Makes the tasks read the recordings of a project's tests, after the tests have run. */
    void read(Project source, TestTasks tests) {
        Sources sources = new Sources(source);
        for (TaskProvider<? extends RecordingsTask> reader :
                Arrays.asList(baseline, rank, mutate, amplify, report, suite, select, check)) {
            reader.configure(task -> {
                task.getRecordings().from(tests.recordings());
                task.getSources().from(sources.all());
            });
        }
        for (TaskProvider<? extends Task> later : Arrays.asList(rank, mutate, amplify, report, check)) {
            later.configure(task -> task.mustRunAfter(baseline));
        }
        // Test tasks that a task depends on are created only when that task is requested.
        for (TaskProvider<? extends Task> later : Arrays.asList(report, suite, select, check)) {
            later.configure(task -> task.mustRunAfter(tests.recorded()));
        }
        for (TaskProvider<? extends Task> last : Arrays.asList(mutate, amplify, check, localize)) {
            last.configure(task -> task.dependsOn(tests.recorded()));
        }
        budget.configure(task -> {
            task.getSources().from(sources.ofClasses());
            Callable<Object> lists = () -> task.generates() ? classPath(source) : Collections.emptyList();
            task.getClassPaths().from(lists);
            // Compiles the classes, which are not needed for the plan alone.
            task.dependsOn(task.getClassPaths());
        });
    }

    /** Keeps the baseline and runs the ranking after a task's tests, even if they fail; joins a baseline before. */
    void around(Test test) {
        Callable<Object> ranks = () -> owner().getTasks().named(RANK);
        Callable<Object> keeps = () -> owner().getTasks().named(BASELINE);
        Callable<Object> joins =
                () -> of(owner()).getBaseline().isPresent() ? owner().getTasks().named(JOIN) : Collections.emptyList();
        test.finalizedBy(keeps, ranks);
        test.dependsOn(joins);
    }

    /** Folder of the baseline of this project's tests. */
    Provider<Directory> kept() {
        return project.provider(this::owner).flatMap(owner -> of(owner).getKept());
    }

    /** The project whose ranking follows the tests of this one. */
    private Project owner() {
        return rootRanks() ? project.getRootProject() : project;
    }

    private static FaultlineExtension of(Project project) {
        return project.getExtensions().getByType(FaultlineExtension.class);
    }

    private boolean rootRanks() {
        return project.getRootProject().getPlugins().hasPlugin(FaultlinePlugin.class);
    }

    private void configure() {
        boolean asked = project.getGradle().getStartParameter().getTaskNames().stream()
                .map(name -> name.substring(name.lastIndexOf(':') + 1))
                .anyMatch(name -> name.equals(RANK) || name.equals(LOCALIZE));
        rank.configure(task -> {
            task.getAsked().set(asked);
            task.getRankFailures().set(extension.getRankFailures());
            task.getRanking().convention(extension.getRanking());
            task.getTies().convention(extension.getTies());
            task.getLevel().convention(extension.getLevel());
            task.getTop().convention(extension.getTop().map(String::valueOf));
        });
        report.configure(task -> {
            task.getRanking().convention(extension.getRanking());
            task.getPages().set(project.getLayout().getBuildDirectory().dir("reports/faultline/pages"));
        });
        budget.configure(task ->
                task.getOut().set(project.getLayout().getBuildDirectory().dir("faultline-tests")));
        project.getTasks().register(CLASS_PATH, ClassPathTask.class, task -> {
            task.getClassPath().from(new Sources(project).classPath());
            task.getList().set(project.getLayout().getBuildDirectory().file("tmp/faultline/class-path.txt"));
        });
        baseline.configure(task -> {
            task.getKept().set(kept());
            task.getRoot().set(project.getRootDir());
            task.getRerunFailed().set(extension.getRerunFailed());
            task.getAsked().set(extension.getAffected());
        });
        join.configure(task -> {
            task.getKept().set(kept());
            task.getOther().set(extension.getBaseline());
        });
        check.configure(task -> task.getRules().convention(extension.getRules()));
    }

    private <T extends CommandTask> TaskProvider<T> register(
            String name, Class<T> type, String description, String json) {
        return project.getTasks().register(name, type, task -> {
            task.setGroup(GROUP);
            task.setDescription(description);
            task.getWorkingDirectory().set(project.getLayout().getProjectDirectory());
            task.getCaches().set(caches);
            task.getFetchedProgram().from(program);
            task.getOwner().set(project.getDisplayName());
            if (json != null) {
                task.getReport().set(project.getLayout().getBuildDirectory().file("reports/faultline/" + json));
            }
        });
    }

    private static Provider<RegularFile> classPath(Project source) {
        return source.getTasks().named(CLASS_PATH, ClassPathTask.class).flatMap(ClassPathTask::getList);
    }

    /** Configures what depends on the tasks that the build will run. */
    private void decide(TaskExecutionGraph graph) {
        boolean root = project == project.getRootProject();
        for (Task task : graph.getAllTasks()) {
            boolean mayFail = Stream.of(LOCALIZE, MUTATE, AMPLIFY).anyMatch(name -> graph.hasTask(path(name)));
            if (task instanceof Test && mayFail && (root || task.getProject() == project)) {
                letFail((Test) task);
            }
            if (task instanceof Test
                    && task.getProject() == project
                    && extension.getAffected().get()) {
                EmptyTests.mayBe((Test) task);
            } else if (root && isPartOfOurs(task) && graph.hasTask(path(task.getName()))) {
                task.setEnabled(false);
            }
        }
    }

    /**
     * Makes test failures not end the build. Ignored failures are no input of a test task, so without this input a
     * failed run would count as successful the next time.
     */
    private static void letFail(Test test) {
        test.setIgnoreFailures(true);
        test.getInputs().property(LOCALIZE, true);
    }

    /** Whether the root's task of the same name already prints this task's output. */
    private boolean isPartOfOurs(Task task) {
        return task instanceof CommandTask && !(task instanceof CheckTask) && task.getProject() != project;
    }

    private String path(String task) {
        return project.getPath().equals(":") ? ":" + task : project.getPath() + ":" + task;
    }
}
