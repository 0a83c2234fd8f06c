package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evosuite.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteSoFarTest {
    private final String tests = Properties.TEST_DIR;
    private final String target = Properties.TARGET_CLASS;

    @AfterEach
    void asBefore() {
        Properties.TEST_DIR = tests;
        Properties.TARGET_CLASS = target;
    }

    @Test
    void theEndOfASearchLeavesWhatAnotherWritesInTheSameFolder(@TempDir Path folder) throws IOException {
        Properties.TEST_DIR = folder.toString();
        Properties.TARGET_CLASS = "a.First";
        SuiteSoFar first = new SuiteSoFar(null);
        Properties.TARGET_CLASS = "a.Second";
        SuiteSoFar second = new SuiteSoFar(null);
        Path file = Files.createDirectories(second.unfinished().resolve("a")).resolve("Second_ESTest.java");
        Files.createFile(file);
        Files.createDirectories(first.unfinished());

        first.close();
        assertEquals(List.of(second.unfinished()), list(folder));
        assertEquals(List.of(file), list(file.getParent()));

        second.close();
        assertEquals(List.of(), list(folder));
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.collect(Collectors.toList());
        }
    }
}
