package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Tests do not use the current thread as a {@code Runnable}.
 *
 * <p>Its {@code run()} is that of a worker in EvoSuite's pool, which waits for work until the test times out. Unadapted
 * EvoSuite rarely needs a Runnable, but {@code Optional.ifPresentOrElse(Consumer, Runnable)} of Java 9 needs one for
 * every target that uses an Optional.
 */
public final class CurrentThread extends Seam {
    public CurrentThread() {
        super(
                "setup.TestUsageChecker.canUse",
                "is false for `Thread.currentThread()`",
                "where a Runnable is wanted, tests run the pool's own thread and time out: 915 evaluations of a target with an Optional took 21.7 s in place of 6.8 s");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(UsableMethods.CLASS);
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return UsableMethods.refuse(
                classFile,
                m -> Weaving.call(m, CurrentThread.class, "isCurrentThread", "(Ljava/lang/reflect/Method;)Z"));
    }

    /** Whether it is the JDK's method, or the one of EvoSuite's mock. */
    public static boolean isCurrentThread(Method method) {
        Class<?> owner = method.getDeclaringClass();
        return method.getName().equals("currentThread")
                && (owner == Thread.class || owner.getName().equals("org.evosuite.runtime.mock.java.lang.MockThread"));
    }
}
