package io.faultline.gradle;

import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.SetProperty;

/** {@code faultline { ... }} in a build script. */
public abstract class FaultlineExtension {
    /** Is anything recorded? True unless told otherwise. */
    public abstract Property<Boolean> getEnabled();

    /** Names of the {@code Test} tasks to record, {@code *} is any characters; all when empty. */
    public abstract SetProperty<String> getTasks();

    /** Patterns of the classes to record; when empty, all of the build's own except tests. */
    public abstract ListProperty<String> getIncludes();

    /** Patterns of classes never to record. */
    public abstract ListProperty<String> getExcludes();

    /** Folder of the recordings, a folder per task in it: {@code build/faultline}. */
    public abstract DirectoryProperty getRecordings();

    /** Is the ranking printed whenever tests fail? True unless told otherwise. */
    public abstract Property<Boolean> getRankFailures();

    /** Formula and modifiers, as {@code faultline rank --ranking} takes them. */
    public abstract Property<String> getRanking();

    /** Place of equal scores: {@code max}, {@code average}, {@code min} or {@code line-order}. */
    public abstract Property<String> getTies();

    /** What is ranked: {@code method}, {@code line} or {@code class}. */
    public abstract Property<String> getLevel();

    /** How many suspects are printed, 0 is all; 5 unless told otherwise. */
    public abstract Property<Integer> getTop();

    /** What {@code faultlineCheck} demands: rules as {@code faultline check} takes them, {@code ddu>=0.1}. */
    public abstract ListProperty<String> getRules();
}
