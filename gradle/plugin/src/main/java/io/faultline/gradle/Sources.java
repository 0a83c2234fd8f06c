package io.faultline.gradle;

import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.SourceDirectorySet;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/** Folders with the sources of a project, by its source sets; none in a project without any. */
final class Sources {
    private final Project project;

    Sources(Project project) {
        this.project = project;
    }

    /** All, those of tests too. */
    FileCollection all() {
        return folders(set -> true, SourceSet::getAllSource);
    }

    /** Java sources of the classes that tests are for. */
    FileCollection ofClasses() {
        return folders(set -> !isOfTests(set.getName()), SourceSet::getAllJava);
    }

    private FileCollection folders(Predicate<SourceSet> chosen, Function<SourceSet, SourceDirectorySet> sources) {
        Callable<Object> folders = () -> {
            SourceSetContainer sets = project.getExtensions().findByType(SourceSetContainer.class);
            return sets == null
                    ? project.files()
                    : sets.stream()
                            .filter(chosen)
                            .map(set -> sources.apply(set).getSourceDirectories())
                            .collect(Collectors.toList());
        };
        return project.files(folders);
    }

    /** By name, as the agent tells them: {@code test}, {@code integrationTest}, {@code testFixtures}. */
    private static boolean isOfTests(String name) {
        return name.equals("test") || name.endsWith("Test") || name.equals("testFixtures");
    }
}
