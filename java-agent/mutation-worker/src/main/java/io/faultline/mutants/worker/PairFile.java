package io.faultline.mutants.worker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Publishes the running pair in 24 mapped bytes that outlive the JVM, little-endian: the test's number (i32), the
 * mutant (i32), the start time (i64, {@code System.nanoTime}), the number of pairs started in this JVM (i64). The start
 * time is 0 if nothing runs. The mutant is 0 in a plain run and -1 in a probing run; neither counts as a pair.
 */
final class PairFile {
    private static final int SIZE = 24;

    private final MappedByteBuffer pair;
    private long pairs;

    /** Orders the writes, because another process reads the bytes. */
    private volatile boolean written;

    PairFile(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            pair = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
        }
        pair.order(ByteOrder.LITTLE_ENDIAN);
        ended();
    }

    void began(int test, int mutant) {
        if (mutant > 0) {
            pair.putLong(16, ++pairs);
        }
        pair.putInt(0, test);
        pair.putInt(4, mutant);
        written = true;
        pair.putLong(8, System.nanoTime());
    }

    void ended() {
        pair.putLong(8, 0);
        written = true;
        pair.putInt(4, 0);
    }
}
