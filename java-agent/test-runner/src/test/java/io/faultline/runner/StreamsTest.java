package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class StreamsTest {
    @Test
    void nothingIsReadAndWhatIsPrintedIsOnlyAskedForItsText() throws IOException {
        InputStream in = System.in;
        PrintStream out = System.out;
        PrintStream err = System.err;
        int[] asked = new int[1];
        try {
            Streams.silence();
            System.out.println(new Object() {
                @Override
                public String toString() {
                    asked[0]++;
                    return "seen";
                }
            });
            System.err.printf("%d%n", 7);
            assertEquals(-1, System.in.read());
        } finally {
            System.setIn(in);
            System.setOut(out);
            System.setErr(err);
        }
        assertEquals(1, asked[0]);
    }
}
