package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.runner.JUnitCore;

/** Tests of test tools: they run tests on other threads, which must be no rows. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class RunsTest {
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor();

    @AfterAll
    static void ends() {
        POOL.shutdown();
    }

    @Test
    void aByLauncher() throws Exception {
        FutureTask<Long> failures = new FutureTask<>(RunsTest::launch);
        new Thread(failures).start();
        assertEquals(1, failures.get());
    }

    @Test
    void bByCore() throws Exception {
        FutureTask<Long> failures = new FutureTask<>(RunsTest::core);
        new Thread(failures).start();
        assertEquals(1, failures.get());
    }

    @Test
    void cPooled() throws Exception {
        assertEquals(1, POOL.submit(RunsTest::core).get());
    }

    /** The thread was made by the test before. */
    @Test
    void dReused() throws Exception {
        assertEquals(1, POOL.submit(RunsTest::launch).get());
    }

    @Test
    void eCommonPoolByCore() throws Exception {
        assertEquals(1, CompletableFuture.supplyAsync(RunsTest::core).get());
    }

    @Test
    void fAdds() {
        assertEquals(3, Calc.add(1, 2));
    }

    private static long core() {
        return JUnitCore.runClasses(Sample4.class).getFailureCount();
    }

    private static long launch() {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Sample5.class)).build();
        LauncherFactory.create().execute(request, summary);
        return summary.getSummary().getTestsFailedCount();
    }
}
