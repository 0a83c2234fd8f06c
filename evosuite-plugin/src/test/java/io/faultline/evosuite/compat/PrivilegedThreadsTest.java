package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.Woven;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class PrivilegedThreadsTest {
    private static final int A_MOMENT = 300;
    private static final int PATIENCE = 30_000;

    @Test
    void whoAddsAThreadWaitsUntilTheSandboxIsMade() throws Exception {
        Class<?> sandbox = Woven.adapted().loadClass("org.evosuite.runtime.sandbox.Sandbox");
        Method add = sandbox.getMethod("addPrivilegedThread", Thread.class);
        Thread adding = new Thread(() -> {
            try {
                add.invoke(null, Thread.currentThread());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        // Like Sandbox.initializeSecurityManagerForSUT, a static synchronized method.
        synchronized (sandbox) {
            adding.start();
            adding.join(A_MOMENT);
            assertTrue(adding.isAlive());
        }
        adding.join(PATIENCE);
        assertFalse(adding.isAlive());
    }
}
