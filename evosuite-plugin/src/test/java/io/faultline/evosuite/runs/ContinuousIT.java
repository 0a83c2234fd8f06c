package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mode that EvoSuite's Maven plugin uses: a master that starts masters, and keeps records in XML. */
class ContinuousIT {
    @TempDir
    Path folder;

    @Test
    void aProjectIsWorkedThroughAndItsRecordsAreKept() throws IOException {
        Path classes = Search.compile(folder, "tiny", 17);
        Jvm.Result run = Jvm.run(
                folder,
                List.of(
                        "-jar",
                        Jvm.jar("evosuite-master").toString(),
                        "-continuous",
                        "execute",
                        "-target",
                        classes.toString(),
                        "-projectCP",
                        classes.toString(),
                        "-Dctg_time_per_class=1", // minutes; reached much earlier
                        "-Dctg_cores=1",
                        "-Dctg_memory=800"));
        assertEquals(0, run.exit(), run.text());
        assertEquals(List.of(), run.ours());
        assertTrue(run.text().contains("New test suites: 1"), run.text());
        Path records = folder.resolve(".evosuite");
        assertTrue(Files.exists(records.resolve("best-tests/tiny/Sign_ESTest.java")), run.text());
        assertTrue(Files.readString(records.resolve("project_info.xml")).contains("tiny.Sign"), run.text());
    }
}
