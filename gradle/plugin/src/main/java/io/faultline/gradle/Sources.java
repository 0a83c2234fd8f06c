package io.faultline.gradle;

import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/** Where the code of a project is, by its source sets; nowhere in a project without any. */
final class Sources {
    private final Project project;

    Sources(Project project) {
        this.project = project;
    }

    /** All, those of tests too. */
    FileCollection all() {
        return files(set -> true, set -> set.getAllSource().getSourceDirectories());
    }

    /** Java sources of the classes that tests are for. */
    FileCollection ofClasses() {
        return files(set -> !isOfTests(set.getName()), set -> set.getAllJava().getSourceDirectories());
    }

    /** These classes, compiled, and what they need. */
    FileCollection classPath() {
        return files(set -> !isOfTests(set.getName()), SourceSet::getRuntimeClasspath);
    }

    private FileCollection files(Predicate<SourceSet> chosen, Function<SourceSet, FileCollection> part) {
        Callable<Object> files = () -> {
            SourceSetContainer sets = project.getExtensions().findByType(SourceSetContainer.class);
            return sets == null
                    ? project.files()
                    : sets.stream()
                            .filter(chosen)
                            .map(part)
                            .collect(Collectors.toList());
        };
        return project.files(files);
    }

    /** By name, as the agent tells them: {@code test}, {@code integrationTest}, {@code testFixtures}. */
    private static boolean isOfTests(String name) {
        return name.equals("test") || name.endsWith("Test") || name.equals("testFixtures");
    }
}
