package io.faultline.gradle;

import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/** The code of a project, from its source sets; empty for a project without any. */
final class Sources {
    private final Project project;

    Sources(Project project) {
        this.project = project;
    }

    /** All sources, including those of tests. */
    FileCollection all() {
        return files(set -> true, set -> set.getAllSource().getSourceDirectories());
    }

    /** Java sources of the program, without tests. */
    FileCollection ofClasses() {
        return files(set -> !isOfTests(set.getName()), set -> set.getAllJava().getSourceDirectories());
    }

    /** The runtime class path of these classes. */
    FileCollection classPath() {
        return files(set -> !isOfTests(set.getName()), SourceSet::getRuntimeClasspath);
    }

    private FileCollection files(Predicate<SourceSet> chosen, Function<SourceSet, FileCollection> part) {
        Callable<Object> files = () -> {
            SourceSetContainer sets = project.getExtensions().findByType(SourceSetContainer.class);
            return sets == null
                    ? project.files()
                    : sets.stream().filter(chosen).map(part).collect(Collectors.toList());
        };
        return project.files(files);
    }

    /**
     * Whether a source set contains tests, by the agent's naming rule: {@code test}, {@code integrationTest}, {@code
     * testFixtures}.
     */
    private static boolean isOfTests(String name) {
        return name.equals("test") || name.endsWith("Test") || name.equals("testFixtures");
    }
}
