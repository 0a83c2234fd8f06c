package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a worker's commands. */
final class CommandsIT {
    @TempDir
    Path folder;

    private WorkerJvm worker() {
        return new WorkerJvm(folder, "junit4")
                .source("T", "import org.junit.*; public class T { @Test public void t() { } }\n");
    }

    @Test
    void aCommandThatIsNoneEndsTheWorkerAndTheLogSaysWhy() {
        WorkerJvm.Result unknown = worker().command("jump").run();
        assertEquals(3, unknown.exit);
        assertEquals("the command `jump` is unknown\n", unknown.log);
        WorkerJvm.Result without = worker().command("run").run();
        assertEquals("there is no unit\n", without.log);
        WorkerJvm.Result tooShort = worker().command("unit", "1").run();
        assertEquals("`unit` takes 6 fields, not 1\n", tooShort.log);
    }

    @Test
    void nothingIsRunBehindQuit() {
        WorkerJvm.Result result = worker().command("quit")
                .verdicts("junit4", "T", "end")
                .command("run")
                .run();
        assertEquals(0, result.exit, result::toString);
        assertEquals(List.of("origin 17 4711 pid a test"), result.records);
    }

    /** The program gets a record for each test, and the worker continues with the next unit. */
    @Test
    void classesAndFrameworksThatAreNotThereMakeTheirTestsUnusable() {
        WorkerJvm.Result result = worker().verdicts("junit4", "None", "end")
                .test(1, "t(None)", "p", "", 0)
                .command("run")
                .verdicts("platform", "T", "end")
                .test(2, "[engine:x]", "p", "", 0)
                .command("run")
                .verdicts("junit4", "T", "end")
                .test(3, "t(T)", "p", "", 0)
                .command("run")
                .run();
        assertEquals(
                "unusable 1 the framework failed: java.lang.ClassNotFoundException: None",
                result.of("unusable").get(0),
                result::toString);
        assertEquals(2, result.of("unusable").size());
        assertEquals(List.of("3 1:0 same"), result.verdicts());
        assertEquals(List.of("stage 0 0", "stage 1 0", "stage 2 1"), result.of("stage"));
        assertEquals(0, result.exit);
    }
}
