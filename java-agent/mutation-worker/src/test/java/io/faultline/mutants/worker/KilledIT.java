package io.faultline.mutants.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files that a killed worker leaves. */
final class KilledIT {
    private static final int MOMENTS = 12;

    @TempDir
    Path folder;

    private WorkerJvm worker(int mutants) {
        return new WorkerJvm(folder, "junit4")
                .source(
                        "T",
                        "import org.junit.*; public class T { @Test public void t() throws Exception { Thread.sleep(1); Assert.assertFalse(M.is(0)); if (M.is(1)) Thread.sleep(500); } }\n")
                .verdicts("junit4", "T", "end")
                .test(9, "t(T)", "p", "", IntStream.range(0, mutants).toArray())
                .command("run");
    }

    @Test
    void nothingIsLostThatWasSaid() throws Exception {
        WorkerJvm worker = worker(3000);
        for (int moment = 0; moment < MOMENTS; moment++) {
            Process process = worker.start();
            while (!Files.exists(worker.results())) {
                Thread.sleep(1);
            }
            Thread.sleep(97L * moment);
            process.destroyForcibly().waitFor();
            List<String> records = Files.size(worker.results()) < 16 ? List.of() : ResultsReader.read(worker.results());
            List<String> verdicts = records.stream()
                    .filter(record -> record.startsWith("verdict"))
                    .toList();
            for (int k = 0; k < verdicts.size(); k++) {
                assertEquals(
                        "verdict 9 1:" + k
                                + (k == 0
                                        ? " fails"
                                        : k == 1 ? verdicts.get(1).substring("verdict 9 1:1".length()) : " same"),
                        verdicts.get(k));
            }
        }
    }

    @Test
    void thePairThatRanIsNamed() throws Exception {
        WorkerJvm worker = worker(2);
        Process process = worker.start();
        ByteBuffer pair = pair(worker);
        for (int tries = 0; tries < 5000 && pair.getInt(4) != (1 << 18 | 1); tries++) {
            Thread.sleep(1);
            pair = pair(worker);
        }
        process.destroyForcibly().waitFor();
        pair = pair(worker);
        assertEquals(9, pair.getInt(0));
        assertEquals(1 << 18 | 1, pair.getInt(4));
        assertNotEquals(0, pair.getLong(8));
        assertEquals(2, pair.getLong(16));
        List<String> records = ResultsReader.read(worker.results());
        assertEquals("verdict 9 1:0 fails", records.get(records.size() - 1));
    }

    @Test
    void noPairIsNamedWhenAWorkerHasEnded() throws Exception {
        WorkerJvm worker = worker(1);
        WorkerJvm.Result result = worker.run();
        assertEquals(0, result.exit, result::toString);
        assertEquals(0, pair(worker).getInt(4));
        assertEquals(0, pair(worker).getLong(8));
        assertTrue(result.of("test").get(0).startsWith("test 9 t(T) C m passed"), result::toString);
    }

    private static ByteBuffer pair(WorkerJvm worker) throws Exception {
        byte[] bytes = Files.exists(worker.pair()) ? Files.readAllBytes(worker.pair()) : new byte[0];
        return ByteBuffer.wrap(bytes.length == 24 ? bytes : new byte[24]).order(ByteOrder.LITTLE_ENDIAN);
    }
}
