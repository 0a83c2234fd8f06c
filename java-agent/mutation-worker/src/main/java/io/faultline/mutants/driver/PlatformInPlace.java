package io.faultline.mutants.driver;

import io.faultline.runner.Listener;
import io.faultline.runner.PlatformDriver;
import io.faultline.runner.Selection;

/**
 * Reruns JUnit Platform tests in place. In one pass of the launcher, {@link InPlaceTasks} runs the tests of all engines
 * based on the platform's hierarchical engine. The remaining tests run by unique id, in one launcher run each time.
 */
public final class PlatformInPlace implements InPlace {
    private final PlatformDriver driver = new PlatformDriver();

    @Override
    public void run(Class<?> testClass, Tests tests) throws Exception {
        if (tests.left().stream().anyMatch(id -> id.startsWith("[engine:kotest]"))) {
            KotestScans.ask();
        }
        if (tests.areAlone()) {
            InPlace.runWanted(driver, null, tests);
            return;
        }
        Selection all = Selection.ofIds(testClass, tests.left());
        Hook.lead(new InPlaceTasks(tests), () -> driver.run(all, Listener.NONE));
        InPlace.runLeft(driver, null, tests);
    }
}
