package org.example;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Keeps a JVM from running all classes before the other one has started. */
final class Meeting {
    private static final int LIMIT_MS = 120_000;

    private Meeting() {
    }

    static void waitForBoth() throws IOException, InterruptedException {
        File folder = new File("target/meeting");
        folder.mkdirs();
        new File(folder, ManagementFactory.getRuntimeMXBean().getName()).createNewFile();
        for (int waited = 0; folder.list().length < 2; waited += 20) {
            if (waited > LIMIT_MS) {
                throw new IllegalStateException("the other JVM did not start");
            }
            Thread.sleep(20);
        }
    }
}
