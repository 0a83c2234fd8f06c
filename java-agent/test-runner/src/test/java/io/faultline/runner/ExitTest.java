package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ExitTest {
    /** A program whose shutdown hook waits as long as its arguments say. */
    public static final class Ending {
        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    Thread.sleep(Long.parseLong(arguments[0]));
                    System.out.print("waited");
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
            }));
            Exit.with(42, Long.parseLong(arguments[1]));
        }
    }

    private static String said(String hook, String patience) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Ending.class.getName(), hook, patience)
                .start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(42, process.exitValue());
        return new String(process.getInputStream().readAllBytes());
    }

    @Test
    void hooksHaveTheirTimeAndNoMore() throws IOException, InterruptedException {
        assertEquals("waited", said("100", "20000"));
        assertEquals("", said("100000", "100"));
    }
}
