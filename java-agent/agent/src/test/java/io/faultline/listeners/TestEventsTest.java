package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.faultline.runtime.Launch;
import io.faultline.runtime.Overlap;
import io.faultline.runtime.RecordedCalls;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.AssumptionViolatedException;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfiguration;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.ParentRunner;
import org.junit.runners.model.InitializationError;

/** Real objects of the frameworks, as passed by woven calls. */
class TestEventsTest {
    private static final UniqueId ENGINE = UniqueId.forEngine("junit-jupiter");

    private static final Launch LAUNCH = new Launch("agent.jar");

    private final RecordedCalls recorder = new RecordedCalls();
    private final Session session = new Session(recorder);
    private final TestEvents events = new TestEvents(session, null, LAUNCH);

    @Test
    void aFailingTestOfJUnit4() {
        Description test = Description.createTestDescription("a.BTest", "m[1]");
        fire(Event.JUNIT4_STARTED, test, null);
        fire(Event.JUNIT4_FAILURE, new Failure(test, new IllegalStateException()), null);
        fire(Event.JUNIT4_FINISHED, test, null);
        expect("start", "capture", "failed m[1](a.BTest)");
    }

    @Test
    void anIgnoredTestAndOneThatGivesUpInJUnit4() {
        Description test = Description.createTestDescription("a.BTest", "m");
        fire(Event.JUNIT4_IGNORED, Description.createTestDescription("a.BTest", "i"), null);
        fire(Event.JUNIT4_STARTED, test, null);
        fire(Event.JUNIT4_ASSUMPTION_FAILED, new Failure(test, new AssumptionViolatedException("")), null);
        fire(Event.JUNIT4_FINISHED, test, null);
        expect("skipped i(a.BTest)", "start", "capture", "aborted m(a.BTest)");
    }

    /** Describes its tests, which have one name, anew each time. */
    public static class Anew extends ParentRunner<Integer> {
        public Anew() throws InitializationError {
            super(Anew.class);
        }

        @Override
        protected List<Integer> getChildren() {
            return List.of(1, 2, 3);
        }

        @Override
        protected Description describeChild(Integer child) {
            return Description.createTestDescription("a.BTest", "same", "id " + child);
        }

        @Override
        protected void runChild(Integer child, RunNotifier notifier) {}
    }

    @Test
    void testsOfOneNameThatARunnerDescribesAnewAreNumberedAsTheyStartInEachRun() throws InitializationError {
        Anew runner = new Anew();
        for (int run = 0; run < 2; run++) {
            fire(Event.JUNIT4_CLASS_STARTS, runner, null);
            fire(Event.JUNIT4_CLASS_HANDS_ON, runner, null);
            for (int child = 1; child <= 3; child++) {
                Description test = runner.describeChild(child);
                fire(child == 3 ? Event.JUNIT4_IGNORED : Event.JUNIT4_STARTED, test, null);
                if (child < 3) {
                    // With yet another description.
                    fire(Event.JUNIT4_FAILURE, new Failure(runner.describeChild(child), new Exception()), null);
                }
                fire(Event.JUNIT4_FINISHED, test, null);
            }
            fire(Event.JUNIT4_CLASS_ENDS, runner, null);
        }
        String names =
                recorder.calls.stream().filter(call -> call.contains("a.BTest")).collect(Collectors.joining(", "));
        String once = "failed same(a.BTest), failed same#2(a.BTest), skipped same#3(a.BTest)";
        assertEquals(once + ", " + once, names);
    }

    /** A runner that is not JUnit's and describes all its tests as one. */
    private static final class Own extends Runner {
        private final Description[] tests;

        Own(Description... tests) {
            this.tests = tests;
        }

        @Override
        public Description getDescription() {
            Description all = Description.createSuiteDescription("a.BTest");
            Stream.of(tests).forEach(all::addChild);
            return all;
        }

        @Override
        public void run(RunNotifier notifier) {}
    }

    @Test
    void equalTestsOfARunnerThatIsNotJUnitsAreNumberedAsTheyStartInEachRun() {
        Description shared = Description.createTestDescription("a.BTest", "same");
        Description equal = Description.createTestDescription("a.BTest", "same");
        for (Description[] tests : new Description[][] {{shared, shared}, {equal, shared}}) {
            recorder.calls.clear();
            for (int run = 0; run < 2; run++) {
                fire(Event.JUNIT4_RUNNER_RUNS, new Own(tests), null);
                for (Description test : tests) {
                    fire(Event.JUNIT4_STARTED, test, null);
                    fire(Event.JUNIT4_FAILURE, new Failure(test, new Exception()), null);
                    fire(Event.JUNIT4_FINISHED, test, null);
                }
            }
            String names = recorder.calls.stream()
                    .filter(call -> call.contains("a.BTest"))
                    .collect(Collectors.joining(", "));
            String once = "failed same(a.BTest), failed same#2(a.BTest)";
            assertEquals(once + ", " + once, names);
        }
    }

    @Test
    void aTestOfJUnit3() {
        junit.framework.TestCase test = new junit.framework.TestCase("testX") {};
        fire(Event.JUNIT3_START, test, null);
        fire(Event.JUNIT3_FAILURE, test, new junit.framework.AssertionFailedError());
        fire(Event.JUNIT3_END, test, null);
        expect("start", "capture", "failed testX(" + test.getClass().getName() + ")");
    }

    @Test
    void aDryRunOfTestNgIsNoTestsAndIsAskedForOncePerSuite() {
        System.setProperty("testng.mode.dryrun", "true");
        try {
            fire(Event.TESTNG_SUITE, null, null);
            fire(Event.TESTNG_INVOKE, null, null);
        } finally {
            System.clearProperty("testng.mode.dryrun");
        }
        fire(Event.TESTNG_INVOKE, null, null);
        expect();
        fire(Event.TESTNG_SUITE, null, null);
        fire(Event.TESTNG_INVOKE, null, null);
        expect("start");
    }

    @Test
    void aPassingTestOfThePlatformReportedByTwoListeners() {
        TestDescriptor test = test(MethodSource.from("a.BTest", "m"));
        for (int listener = 0; listener < 2; listener++) {
            fire(Event.PLATFORM_STARTED, test, null);
        }
        fire(Event.PLATFORM_COMPLETING, test, null);
        for (int listener = 0; listener < 2; listener++) {
            fire(Event.PLATFORM_FINISHED, test, TestExecutionResult.successful());
        }
        expect("start", "capture", "passed [engine:junit-jupiter]/[class:a.BTest]/[method:m()]");
    }

    @Test
    void aFailedAndAnAbortedTestOfThePlatform() {
        TestDescriptor test = test(null);
        fire(Event.PLATFORM_STARTED, test, null);
        fire(Event.PLATFORM_FINISHED, test, TestExecutionResult.failed(new IllegalStateException()));
        fire(Event.PLATFORM_STARTED, test, null);
        fire(Event.PLATFORM_FINISHED, test, TestExecutionResult.aborted(null));
        expect(
                "start",
                "capture",
                "failed [engine:junit-jupiter]/[class:a.BTest]/[method:m()]",
                "start",
                "capture",
                "aborted [engine:junit-jupiter]/[class:a.BTest]/[method:m()]");
        assertEquals("java.lang.IllegalStateException", recorder.failures.get(0).exception);
        assertNull(recorder.failures.get(1).exception);
    }

    @Test
    void aTestThatRunsOutOfMemoryIsAFailedRowAndTheContainersThatItLeavesAreNone() {
        TestDescriptor container = container();
        TestDescriptor test = test(MethodSource.from("a.BTest", "m"));
        OutOfMemoryError thrown = new OutOfMemoryError();
        fire(Event.PLATFORM_STARTED, container, null);
        fire(Event.PLATFORM_PREPARING, test, null);
        fire(Event.PLATFORM_STARTED, test, null);
        fire(Event.PLATFORM_ESCAPED, test, thrown);
        fire(Event.PLATFORM_ESCAPED, container, (Throwable) new OutOfMemoryError().initCause(thrown));
        assertEquals(List.of("failed [engine:junit-jupiter]/[class:a.BTest]/[method:m()]"), rows());
        assertEquals("java.lang.OutOfMemoryError", recorder.failures.get(0).exception);
    }

    @Test
    void aTestWhoseInstanceRunsOutOfMemoryIsAFailedRow() {
        TestDescriptor test = test(MethodSource.from("a.BTest", "m"));
        fire(Event.PLATFORM_PREPARING, test, null);
        fire(Event.PLATFORM_ESCAPED, test, new OutOfMemoryError());
        expect("start", "capture", "failed [engine:junit-jupiter]/[class:a.BTest]/[method:m()]");
    }

    @Test
    void aFixtureThatRunsOutOfMemoryIsAFailedRowOfItsContainer() {
        TestDescriptor container = container();
        fire(Event.PLATFORM_PREPARING, container, null);
        fire(Event.PLATFORM_STARTED, container, null);
        fire(Event.PLATFORM_ESCAPED, container, new OutOfMemoryError());
        assertEquals(List.of("failed [engine:junit-jupiter]/[class:a.BTest]"), rows());
    }

    @Test
    void aContainerWhoseTestsAreCancelledIsNoRow() {
        TestDescriptor container = container();
        fire(Event.PLATFORM_STARTED, container, null);
        fire(Event.PLATFORM_ESCAPED, container, new CancellationException());
        assertEquals(List.of(), rows());
    }

    @Test
    void whatATestThrowsAfterItsReportedEndIsNoSecondRow() {
        TestDescriptor test = test(MethodSource.from("a.BTest", "m"));
        fire(Event.PLATFORM_PREPARING, test, null);
        fire(Event.PLATFORM_STARTED, test, null);
        fire(Event.PLATFORM_FINISHED, test, TestExecutionResult.successful());
        fire(Event.PLATFORM_ESCAPED, test, new OutOfMemoryError());
        assertEquals(List.of("passed [engine:junit-jupiter]/[class:a.BTest]/[method:m()]"), rows());
    }

    @Test
    void containersAreRowsOnlyWhenTheyFailOrAreSkipped() {
        TestDescriptor engine = new EngineDescriptor(ENGINE, "Jupiter");
        TestDescriptor container = container();
        fire(Event.PLATFORM_STARTED, engine, null);
        fire(Event.PLATFORM_STARTED, container, null);
        fire(Event.PLATFORM_FINISHED, container, TestExecutionResult.failed(new IllegalStateException()));
        fire(Event.PLATFORM_SKIPPED, container, "why");
        fire(Event.PLATFORM_FINISHED, engine, TestExecutionResult.successful());
        expect(
                "start",
                "before [engine:junit-jupiter]",
                "start",
                "capture",
                "before [engine:junit-jupiter]/[class:a.BTest]",
                "start",
                "charge 0 [0, 1]",
                "failed [engine:junit-jupiter]/[class:a.BTest]",
                "after [engine:junit-jupiter]/[class:a.BTest]",
                "skipped [engine:junit-jupiter]/[class:a.BTest]",
                "after [engine:junit-jupiter]");
    }

    /** Spock reports features with data as tests, and their iterations too. */
    @Test
    void aTestWithTestsOfItsOwnIsARowAndTheirFixture() {
        UniqueId spec = UniqueId.forEngine("spock").append("spec", "a.BSpec");
        TestDescriptor feature =
                descriptor(spec.append("feature", "f"), "sum of #a", TestDescriptor.Type.CONTAINER_AND_TEST);
        fire(Event.PLATFORM_STARTED, feature, null);
        for (int iteration = 0; iteration < 2; iteration++) {
            UniqueId id = feature.getUniqueId().append("iteration", "" + iteration);
            TestDescriptor test = descriptor(id, "sum of " + iteration, TestDescriptor.Type.TEST);
            feature.addChild(test);
            fire(Event.PLATFORM_STARTED, test, null);
            fire(Event.PLATFORM_FINISHED, test, TestExecutionResult.successful());
        }
        fire(Event.PLATFORM_FINISHED, feature, TestExecutionResult.successful());
        fire(Event.PLATFORM_FINISHED, feature, TestExecutionResult.successful());
        String row = "[engine:spock]/[spec:a.BSpec]/[feature:f]";
        expect(
                "start",
                "before " + row,
                "start",
                "charge 0 [0]",
                "passed " + row + "/[iteration:0]",
                "start",
                "charge 1 [0]",
                "passed " + row + "/[iteration:1]",
                "capture",
                "charge 2 [0]",
                "passed " + row);
    }

    @Test
    void whatIsShownIsKeptOnlyWhereItSaysMoreThanClassAndMethod() {
        UniqueId engine = UniqueId.forEngine("x");
        TestDescriptor spec = descriptor(engine.append("spec", "a.BSpec"), "a.BSpec", TestDescriptor.Type.CONTAINER);
        TestDescriptor context =
                descriptor(spec.getUniqueId().append("test", "in"), "in \"q\"", TestDescriptor.Type.CONTAINER);
        TestDescriptor inner =
                descriptor(context.getUniqueId().append("test", "7"), "seven\t7", TestDescriptor.Type.TEST);
        spec.addChild(context);
        context.addChild(inner);
        assertEquals("in \"q\" > seven\t7", DisplayNames.of(inner, new TestName("", "a.BSpec", null)));
        assertEquals("seven\t7", DisplayNames.of(inner, new TestName("", "a.BSpec", "m")));
        assertNull(DisplayNames.of(spec, new TestName("", "a.BSpec", null)));
        assertNull(DisplayNames.of(test(null), new TestName("", "a.BTest", "m")));
    }

    @Test
    void aTestOfTheSameTreeOnTopOfAnotherIsARowAndOneOfAnotherTreeIsNot() {
        TestDescriptor engine = new EngineDescriptor(ENGINE, "Jupiter");
        TestDescriptor outer = below(engine, "outer", TestDescriptor.Type.TEST);
        TestDescriptor nested = below(engine, "nested", TestDescriptor.Type.TEST);
        TestDescriptor launched = below(new EngineDescriptor(ENGINE, "Jupiter"), "launched", TestDescriptor.Type.TEST);
        fire(Event.PLATFORM_PREPARING, outer, null);
        fire(Event.PLATFORM_STARTED, outer, null);
        for (TestDescriptor inner : List.of(launched, nested)) {
            fire(Event.PLATFORM_PREPARING, inner, null);
            for (int listener = 0; listener < 2; listener++) {
                fire(Event.PLATFORM_STARTED, inner, null);
            }
            fire(Event.PLATFORM_COMPLETING, inner, null);
            for (int listener = 0; listener < 2; listener++) {
                fire(Event.PLATFORM_FINISHED, inner, TestExecutionResult.successful());
            }
        }
        fire(Event.PLATFORM_COMPLETING, outer, null);
        fire(Event.PLATFORM_FINISHED, outer, TestExecutionResult.successful());
        expect(
                "start",
                "interrupt",
                "start",
                "capture",
                "passed [engine:junit-jupiter]/[method:nested]",
                "resume",
                "capture",
                "passed [engine:junit-jupiter]/[method:outer]");
        Map<String, Long> counts = new HashMap<>();
        session.counts().tell(counts::put);
        assertEquals(3, counts.get("tests announced by the platform"));
        assertEquals(2, counts.get("tests announced by the platform that got a row"));
        assertEquals(1, counts.get("tests announced by the platform inside tests"));
    }

    /** Tests of test tools wait for a launcher on another thread, to give it up after some time. */
    @Test
    void testsThatATestRunsOnAWorkerOfTheCommonPoolArePartOfIt() throws Exception {
        Session serial = new Session(recorder, new Overlap() {
            @Override
            public boolean isPrepared() {
                return false;
            }

            @Override
            public void prepare() {}
        });
        TestEvents ofSerial = new TestEvents(serial, null, LAUNCH);
        TestDescriptor outer = below(new EngineDescriptor(ENGINE, "Jupiter"), "outer", TestDescriptor.Type.TEST);
        ofSerial.apply(new Object[] {Event.PLATFORM_STARTED, outer, null, null});
        CountDownLatch done = new CountDownLatch(1);
        ForkJoinPool.commonPool().execute(() -> {
            everyFrameworkReportsAFailureTo(ofSerial);
            done.countDown();
        });
        done.await();
        assertEquals(List.of("start"), recorder.calls);
        Map<String, Long> counts = new HashMap<>();
        serial.counts().tell(counts::put);
        assertEquals(1, counts.get("tests announced by the platform inside tests"));
    }

    @Test
    void testsBesideAnotherAreRowsOfTheirOwn() throws Exception {
        TestDescriptor outer = below(new EngineDescriptor(ENGINE, "Jupiter"), "outer", TestDescriptor.Type.TEST);
        Thread other = new Thread(() -> everyFrameworkReportsAFailureTo(events));
        fire(Event.PLATFORM_STARTED, outer, null);
        other.start();
        other.join();
        assertEquals(
                4,
                recorder.calls.stream()
                        .filter(call -> call.startsWith("failed "))
                        .count(),
                recorder.calls::toString);
    }

    private static void everyFrameworkReportsAFailureTo(TestEvents events) {
        Description four = Description.createTestDescription("a.BTest", "m");
        Description classOfFour = Description.createSuiteDescription("a.BTest");
        junit.framework.TestCase three = new junit.framework.TestCase("testX") {};
        TestDescriptor five = below(new EngineDescriptor(ENGINE, "Jupiter"), "inner", TestDescriptor.Type.TEST);
        for (Object[] call : new Object[][] {
            {Event.JUNIT4_STARTED, four, null, null},
            {Event.JUNIT4_FAILURE, new Failure(four, new IllegalStateException()), null, null},
            {Event.JUNIT4_FINISHED, four, null, null},
            {Event.JUNIT4_FAILURE, new Failure(classOfFour, new Exception()), null, null},
            {Event.JUNIT3_START, three, null, null},
            {Event.JUNIT3_FAILURE, three, new junit.framework.AssertionFailedError(), null},
            {Event.JUNIT3_END, three, null, null},
            {Event.PLATFORM_PREPARING, five, null, null},
            {Event.PLATFORM_STARTED, five, null, null},
            {Event.PLATFORM_FINISHED, five, TestExecutionResult.failed(new IllegalStateException()), null},
        }) {
            events.apply(call);
        }
    }

    @Test
    void aChildOfTheOpenTestIsNoInterruption() {
        TestDescriptor engine = new EngineDescriptor(ENGINE, "Jupiter");
        TestDescriptor outer = below(engine, "outer", TestDescriptor.Type.CONTAINER_AND_TEST);
        TestDescriptor step = below(outer, "step", TestDescriptor.Type.TEST);
        fire(Event.PLATFORM_STARTED, outer, null);
        fire(Event.PLATFORM_STARTED, step, null);
        fire(Event.PLATFORM_FINISHED, step, TestExecutionResult.successful());
        fire(Event.PLATFORM_FINISHED, outer, TestExecutionResult.successful());
        String row = "[engine:junit-jupiter]/[method:outer]";
        expect(
                "start",
                "before " + row,
                "start",
                "charge 0 [0]",
                "passed " + row + "/[method:step]",
                "capture",
                "charge 1 [0]",
                "passed " + row);
    }

    @Test
    void aClassOnTopOfATestIsLeftOutOrRunsAsByItself() {
        TestDescriptor engine = new EngineDescriptor(ENGINE, "Jupiter");
        TestDescriptor outer = below(engine, "outer", TestDescriptor.Type.TEST);
        TestDescriptor container = below(engine, "container", TestDescriptor.Type.CONTAINER);
        fire(Event.PLATFORM_STARTED, outer, null);
        fire(Event.PLATFORM_PREPARING, container, null);
        for (int listener = 0; listener < 2; listener++) {
            fire(Event.PLATFORM_SKIPPED, container, "why");
        }
        fire(Event.PLATFORM_FINISHED, outer, TestExecutionResult.successful());
        expect(
                "start",
                "interrupt",
                "start",
                "drop",
                "skipped [engine:junit-jupiter]/[method:container]",
                "resume",
                "interrupt",
                "resume",
                "passed [engine:junit-jupiter]/[method:outer]");
    }

    @Test
    void onlyAParallelismOfSeveralIsAnnounced() {
        int[] prepared = {0};
        TestEvents announced = new TestEvents(
                new Session(recorder, new Overlap() {
                    @Override
                    public boolean isPrepared() {
                        return false;
                    }

                    @Override
                    public void prepare() {
                        prepared[0]++;
                    }
                }),
                null,
                LAUNCH);
        for (int parallelism = 1; parallelism < 3; parallelism++) {
            announced.apply(new Object[] {Event.PARALLEL_IF, new Parallelism(parallelism), null, null});
        }
        announced.apply(new Object[] {Event.PARALLEL_IF, null, null, null});
        assertEquals(1, prepared[0]);
        announced.apply(new Object[] {Event.PARALLEL, null, null, null});
        assertEquals(2, prepared[0]);
    }

    @Test
    void whatNobodyUnderstandsIsSwallowed() {
        assertNull(events.apply(null));
        assertNull(events.apply(new Object[0]));
        for (int event = 0; event < 50; event++) {
            fire(event, "neither", "nor");
        }
        assertNull(events.apply("x"));
    }

    private void fire(int event, Object a, Object b) {
        assertNull(events.apply(new Object[] {event, a, b, null}));
    }

    private void expect(String... calls) {
        assertEquals(List.of(calls), recorder.calls);
    }

    /** The calls that write rows. */
    private List<String> rows() {
        return recorder.calls.stream()
                .filter(call -> call.startsWith("passed ") || call.startsWith("failed "))
                .collect(Collectors.toList());
    }

    private static TestDescriptor below(TestDescriptor parent, String name, TestDescriptor.Type type) {
        TestDescriptor child = new AbstractTestDescriptor(parent.getUniqueId().append("method", name), name) {
            @Override
            public Type getType() {
                return type;
            }
        };
        parent.addChild(child);
        return child;
    }

    /** The configuration in a build. */
    private static final class Parallelism implements ParallelExecutionConfiguration {
        private final int parallelism;

        Parallelism(int parallelism) {
            this.parallelism = parallelism;
        }

        @Override
        public int getParallelism() {
            return parallelism;
        }

        @Override
        public int getMinimumRunnable() {
            return 1;
        }

        @Override
        public int getMaxPoolSize() {
            return 1;
        }

        @Override
        public int getCorePoolSize() {
            return 1;
        }

        @Override
        public int getKeepAliveSeconds() {
            return 1;
        }
    }

    private static TestDescriptor test(TestSource source) {
        UniqueId id = ENGINE.append("class", "a.BTest").append("method", "m()");
        return new AbstractTestDescriptor(id, "m()", source) {
            @Override
            public Type getType() {
                return Type.TEST;
            }
        };
    }

    private static TestDescriptor descriptor(UniqueId id, String shown, TestDescriptor.Type type) {
        return new AbstractTestDescriptor(id, shown) {
            @Override
            public Type getType() {
                return type;
            }
        };
    }

    private static TestDescriptor container() {
        return new AbstractTestDescriptor(ENGINE.append("class", "a.BTest"), "BTest", ClassSource.from("a.BTest")) {
            @Override
            public Type getType() {
                return Type.CONTAINER;
            }
        };
    }
}
