package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java and Kotlin have in common, compared with the same table: the tests of {@code native/execution/kotlin-edits}. */
final class CommonEditsTest {
    private static final Path TABLE = Path.of("../../native/execution/kotlin-edits/tests/edits-of-both.tsv");

    @TempDir
    Path folder;

    @Test
    void theSameLittleTestHasTheSameEditsInKotlin() throws Exception {
        Project project = new Project(folder);
        List<String> lines = Files.readAllLines(TABLE);
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t", -1);
            TreeSet<String> expected = new TreeSet<>(Arrays.asList(row[3].split(" \\| ")));
            expected.remove("");
            TreeSet<String> found = new TreeSet<>(project.edits(row[0]).keySet());
            found.removeIf(words -> !words.endsWith(row[2]));
            assertEquals(expected, found, row[0]);
        }
    }
}
