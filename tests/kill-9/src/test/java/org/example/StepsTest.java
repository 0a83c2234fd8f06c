package org.example;

import static org.junit.Assert.assertEquals;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.LockSupport;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Many tiny tests, each of which first says in a file that it has started. */
@RunWith(Parameterized.class)
public class StepsTest {
    private static OutputStream started;

    private final int n;

    public StepsTest(int n) {
        this.n = n;
    }

    @Parameters
    public static Object[] numbers() {
        Object[] numbers = new Object[384];
        for (int n = 0; n < numbers.length; n++) {
            numbers[n] = n;
        }
        return numbers;
    }

    @BeforeClass
    public static void open() throws IOException {
        started = new FileOutputStream("started.txt");
    }

    @Test
    public void runs() throws IOException {
        started.write('x');
        assertEquals(n, Steps.run(n));
        LockSupport.parkNanos(1_000_000);
    }
}
