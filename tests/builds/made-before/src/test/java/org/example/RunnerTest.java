package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

@RunWith(RunnerTest.Own.class)
public class RunnerTest {
    /** Calls the project as it is made. */
    public static final class Own extends BlockJUnit4ClassRunner {
        public Own(Class<?> tested) throws InitializationError {
            super(tested);
            Made.ofRunner();
        }
    }

    @Test
    public void runs() {
        assertEquals(2, Made.used(1));
    }
}
