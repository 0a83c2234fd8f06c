package io.faultline.mutants.driver;

import io.faultline.runner.Listener;
import io.faultline.runner.PlatformDriver;
import io.faultline.runner.Selection;

/**
 * The JUnit Platform. One pass of the launcher, in which {@link InPlaceTasks} runs the tests of all engines that are built on
 * the platform's hierarchical one; every test that is left after it is run each time by the launcher, by its unique id.
 */
public final class PlatformInPlace implements InPlace {
    private final PlatformDriver driver = new PlatformDriver();

    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        if (tests.left().stream().anyMatch(id -> id.startsWith("[engine:kotest]"))) {
            KotestScans.ask();
        }
        Selection all = Selection.ofIds(testClass, tests.left());
        Hook.lead(new InPlaceTasks(tests), () -> driver.run(all, Listener.NONE));
        InPlace.runLeft(driver, null, tests);
    }
}
