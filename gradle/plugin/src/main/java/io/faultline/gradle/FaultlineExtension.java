package io.faultline.gradle;

import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.SetProperty;

/** {@code faultline { ... }} in a build script. */
public abstract class FaultlineExtension {
    /** Whether tests are recorded; true by default. */
    public abstract Property<Boolean> getEnabled();

    /** Names of the {@code Test} tasks to record, in which {@code *} matches any characters; if empty, all tasks. */
    public abstract SetProperty<String> getTasks();

    /** Patterns of the classes to record; if empty, all of the build's own except tests. */
    public abstract ListProperty<String> getIncludes();

    /** Patterns of classes never to record. */
    public abstract ListProperty<String> getExcludes();

    /** Folder of the recordings, with a subfolder per task: {@code build/faultline}. */
    public abstract DirectoryProperty getRecordings();

    /**
     * Whether only the tests run for which something has changed since they passed; false, or what
     * {@code -Pfaultline.affected} says.
     */
    public abstract Property<Boolean> getAffected();

    /**
     * Which tests run first: {@code failing}, those most likely to fail; none, or what {@code -Pfaultline.first} says. Gradle
     * runs classes of JUnit 4 and TestNG in its own order.
     */
    public abstract Property<String> getFirst();

    /**
     * A baseline from elsewhere, or a folder that holds one, relative to the project's folder: its passes count where they
     * are newer. None, or what {@code -Pfaultline.baseline} says.
     */
    public abstract Property<String> getBaseline();

    /**
     * How often failing tests are run again, each alone, to tell flaky ones: they are not, or as often as
     * {@code -Pfaultline.rerunFailed} says.
     */
    public abstract Property<Integer> getRerunFailed();

    /** Folder of the baseline, which says what each test ran when it last passed: {@code .faultline}. */
    public abstract DirectoryProperty getKept();

    /** Whether the ranking is printed whenever tests fail; true by default. */
    public abstract Property<Boolean> getRankFailures();

    /** Formula and modifiers, in the syntax of {@code faultline rank --ranking}. */
    public abstract Property<String> getRanking();

    /** Place of equal scores: {@code max}, {@code average}, {@code min} or {@code line-order}. */
    public abstract Property<String> getTies();

    /** What is ranked: {@code method}, {@code line} or {@code class}. */
    public abstract Property<String> getLevel();

    /** Number of suspects to print, 0 for all; 5 by default. */
    public abstract Property<Integer> getTop();

    /** The rules of {@code faultlineCheck}, in the syntax of {@code faultline check}: {@code ddu>=0.1}. */
    public abstract ListProperty<String> getRules();
}
