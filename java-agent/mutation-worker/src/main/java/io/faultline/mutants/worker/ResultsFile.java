package io.faultline.mutants.worker;

import io.faultline.mutants.agent.Sink;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.weave.Mutant;
import io.faultline.mutants.weave.Woven;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * A worker's results file: record kinds 17 to 23 of {@code docs/file-format.md}. Each record is one write, so that a
 * killed worker loses no complete record.
 *
 * <p>Uses a stream, because a channel closes when an interrupted thread writes to it. Threads: safe. Records of classes
 * loaded during a test are written with the next record, because a test's thread may be stopped.
 */
final class ResultsFile implements Sink, AutoCloseable {
    private static final int ORIGIN = 1;
    private static final int CLASS = 17;
    private static final int TEST = 18;
    private static final int PROBE = 19;
    private static final int VERDICT = 20;
    private static final int UNUSABLE = 21;
    private static final int DRIFT = 22;
    private static final int STAGE = 23;

    /** Replaces the test's number in records about classes. */
    static final int NO_TEST = -1;

    private final OutputStream file;
    private final Payload payload = new Payload();
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    /** Creates the file with its origin record. Errors: the file exists. */
    ResultsFile(Path path, long startedNs, long nonce, int pid, String description) throws IOException {
        File made = path.toFile();
        if (!made.createNewFile()) {
            throw new IOException("the results file " + path + " is there already");
        }
        file = new FileOutputStream(made, true);
        payload.fileHeader().frame(ORIGIN).u64(startedNs).u64(nonce).u32(pid).string(description);
        write();
    }

    @Override
    public void woven(Woven woven) {
        later(() -> mutatedClass(woven.classNumber, woven.name, woven.hash, woven.methods, woven.mutants));
        if (!woven.asserting.isEmpty()) {
            String methods = String.join(", ", woven.asserting);
            later(() -> writeUnusable(
                    NO_TEST,
                    "asserts: " + woven.name + " decides whether tests pass, and has no mutants in " + methods));
        }
        if (woven.dropped > 0) {
            String mutants = woven.dropped == 1 ? "1 mutant" : woven.dropped + " mutants";
            later(() -> writeUnusable(
                    NO_TEST, "full: the class file of " + woven.name + " has no room for " + mutants + " more"));
        }
    }

    @Override
    public void stale(int classNumber, String name, long hash) {
        later(() -> writeUnusable(NO_TEST, "stale: " + name + " has the hash " + Long.toHexString(hash)));
    }

    @Override
    public void refused(int classNumber, String name, String reason) {
        later(() -> writeUnusable(NO_TEST, "refused: " + name + ": " + reason));
    }

    private void later(Runnable record) {
        synchronized (waiting) {
            waiting.add(record);
        }
    }

    void mutatedClass(int number, String name, long hash, String[] methods, List<Mutant> mutants) {
        begin(CLASS).u32(number).string(name).u64(hash).u32(Woven.OPERATORS_VERSION);
        payload.u64(methods.length / 2);
        for (String part : methods) {
            payload.string(part);
        }
        payload.u64(mutants.size());
        for (Mutant mutant : mutants) {
            payload.u32(mutant.number).u32(mutant.method).u32(mutant.line).u32(mutant.instruction);
            payload.u8(mutant.operator).u8(mutant.alternative).string(mutant.words);
        }
        write();
    }

    synchronized void test(Wanted test, Baseline baseline) {
        flushWaiting();
        begin(TEST)
                .u32(test.number)
                .string(test.uniqueId)
                .string(test.className)
                .string(test.method);
        payload.u8(baseline.outcome().ordinal())
                .string(baseline.exception())
                .u64(baseline.message())
                .u64(baseline.trace());
        payload.u8(baseline.unstable()).u64(baseline.nanos()).u64(baseline.fuel());
        write();
    }

    /** Writes the marks of a probing run from {@link Site}. */
    synchronized void probe(int test) {
        flushWaiting();
        int classes = 0;
        for (int number = 1; number < Site.classes(); number++) {
            classes += Site.touched(number) ? 1 : 0;
        }
        begin(PROBE).u32(test).u64(classes);
        for (int number = 1; number < Site.classes(); number++) {
            if (Site.touched(number)) {
                payload.u32(number).words(Site.reached(number)).words(Site.infected(number));
            }
        }
        write();
    }

    synchronized void verdict(int test, int mutant, Verdict verdict, Reason reason) {
        flushWaiting();
        begin(VERDICT).u32(test).u32(mutant >>> Site.SHIFT).u32(mutant & ((1 << Site.SHIFT) - 1));
        payload.u8(verdict.ordinal()).u8(reason.ordinal());
        write();
    }

    synchronized void unusable(int test, String reason) {
        flushWaiting();
        writeUnusable(test, reason);
    }

    private void writeUnusable(int test, String reason) {
        begin(UNUSABLE).u32(test).string(reason);
        write();
    }

    synchronized void drift(int test, int voided) {
        flushWaiting();
        begin(DRIFT).u32(test).u32(voided);
        write();
    }

    synchronized void stage(int unit, int verdicts) {
        flushWaiting();
        begin(STAGE).u32(unit).u32(verdicts);
        write();
    }

    private void flushWaiting() {
        while (true) {
            Runnable record;
            synchronized (waiting) {
                record = waiting.poll();
            }
            if (record == null) {
                return;
            }
            record.run();
        }
    }

    private Payload begin(int kind) {
        return payload.clear().frame(kind);
    }

    private void write() {
        payload.close();
        try {
            file.write(payload.bytes(), 0, payload.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        flushWaiting();
        file.close();
    }
}
