package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.runners.model.TestTimedOutException;

class SessionTest {
    private static final String VINTAGE = "[engine:junit-vintage]";
    private static final String RUNNER = VINTAGE + "/[runner:C]";

    private final RecordedCalls recorder = new RecordedCalls();
    private final Session session = new Session(recorder);

    @Test
    void aTestThatEndsWithoutAFailurePassed() {
        start(Framework.JUNIT4, "a(C)");
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "passed a(C)");
    }

    @Test
    void hitsAreCapturedAtTheFailureAndNotAgainAtTheEnd() {
        start(Framework.JUNIT4, "a(C)");
        fail(Framework.JUNIT4, "a(C)", new IllegalStateException());
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)");
        assertEquals("java.lang.IllegalStateException", recorder.failures.get(0).exception);
    }

    @Test
    void hitsAreCapturedBeforeTheExceptionIsAskedAnything() {
        start(Framework.JUNIT4, "a(C)");
        fail(Framework.JUNIT4, "a(C)", new RuntimeException() {
            @Override
            public StackTraceElement[] getStackTrace() {
                recorder.calls.add("asked");
                return new StackTraceElement[0];
            }
        });
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "asked", "failed a(C)");
    }

    @Test
    void testsThatAreOpenWhenTheJvmEndsGetTheirRows() {
        start(Framework.JUNIT4, "a(C)");
        session.jvmEnds();
        session.jvmEnds();
        expect("start", "aborted a(C)");
        assertEquals("java.lang.Shutdown", recorder.failures.get(0).exception, "nobody called exit");
    }

    @Test
    void aTestThatHadFailedBeforeTheJvmEndedKeepsItsFailure() {
        start(Framework.JUNIT4, "a(C)");
        fail(Framework.JUNIT4, "a(C)", new IllegalStateException());
        session.jvmEnds();
        expect("start", "capture", "failed a(C)");
        assertEquals("java.lang.IllegalStateException", recorder.failures.get(0).exception);
    }

    @Test
    void theFirstOfSeveralFailuresIsKept() {
        start(Framework.JUNIT4, "a(C)");
        fail(Framework.JUNIT4, "a(C)", new IllegalStateException());
        fail(Framework.JUNIT4, "a(C)", new IllegalArgumentException());
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)");
        assertEquals("java.lang.IllegalStateException", recorder.failures.get(0).exception);
    }

    @Test
    void aFailureAfterAnAssumptionWins() {
        start(Framework.JUNIT4, "a(C)");
        session.fail(Framework.JUNIT4, "a(C)", name("a(C)"), Outcome.ABORTED, new RuntimeException());
        fail(Framework.JUNIT4, "a(C)", new IllegalStateException());
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)");
        assertEquals("java.lang.IllegalStateException", recorder.failures.get(0).exception);
    }

    @Test
    void anAssumptionAborts() {
        start(Framework.JUNIT4, "a(C)");
        session.fail(Framework.JUNIT4, "a(C)", name("a(C)"), Outcome.ABORTED, new RuntimeException());
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "aborted a(C)");
    }

    @Test
    void threeFrameworksThatReportOneTestMakeOneRowNamedByThePlatform() {
        Object test = new Object();
        Object descriptor = new Object();
        session.start(Framework.JUNIT3, test, name("a(C)"));
        start(Framework.JUNIT4, "a(C)");
        session.start(Framework.PLATFORM, descriptor, name(RUNNER + "/[test:a(C)]"));
        session.start(Framework.PLATFORM, descriptor, name(RUNNER + "/[test:a(C)]"));
        session.end(Framework.JUNIT3, test);
        session.end(Framework.JUNIT4, "a(C)");
        session.end(Framework.PLATFORM, descriptor);
        expect("start", "passed " + RUNNER + "/[test:a(C)]");
    }

    @Test
    void aTestThatRunsOtherTestsInItsBodyIsOneRow() {
        Object outer = new Object();
        Object inner = new Object();
        session.start(Framework.PLATFORM, outer, name("[engine:junit-jupiter]/[class:C]/[method:outer()]"));
        start(Framework.JUNIT4, "inner(C)");
        fail(Framework.JUNIT4, "inner(C)", new RuntimeException());
        session.end(Framework.JUNIT4, "inner(C)");
        session.start(Framework.PLATFORM, inner, name("[engine:junit-jupiter]/[class:C]/[method:inner()]"));
        session.end(Framework.PLATFORM, inner);
        session.skip(Framework.PLATFORM, new Object(), name("[engine:junit-jupiter]/[class:C]/[method:left()]"));
        session.end(Framework.PLATFORM, outer);
        expect("start", "passed [engine:junit-jupiter]/[class:C]/[method:outer()]");
    }

    @Test
    void aTestThatBeginsOnTopOfAnotherIsARowOfItsOwnAndTheOtherGoesOn() {
        Object outer = new Object();
        Object middle = new Object();
        Object inner = new Object();
        begin(outer, "outer");
        session.interrupts(Framework.PLATFORM, middle);
        begin(middle, "middle");
        session.interrupts(Framework.PLATFORM, inner);
        begin(inner, "inner");
        session.fail(Framework.PLATFORM, inner, null, Outcome.FAILED, new IllegalStateException());
        session.end(Framework.PLATFORM, inner);
        session.end(Framework.PLATFORM, middle);
        session.fail(Framework.PLATFORM, outer, null, Outcome.FAILED, new IllegalArgumentException());
        session.end(Framework.PLATFORM, outer);
        expect(
                "start",
                "interrupt",
                "start",
                "interrupt",
                "start",
                "capture",
                "failed inner",
                "resume",
                "passed middle",
                "resume",
                "capture",
                "failed outer");
        assertEquals("java.lang.IllegalArgumentException", recorder.failures.get(2).exception);
    }

    @Test
    void aTestThatIsLeftOutOnTopOfAnotherIsARow() {
        Object outer = new Object();
        Object inner = new Object();
        begin(outer, "outer");
        session.interrupts(Framework.PLATFORM, inner);
        session.prepare(Framework.PLATFORM, inner, false);
        session.skip(Framework.PLATFORM, inner, name("inner"));
        session.end(Framework.PLATFORM, outer);
        expect("start", "interrupt", "start", "drop", "skipped inner", "resume", "passed outer");
    }

    @Test
    void aClassThatBeginsOnTopOfATestHasItsOwnFixtureAndTests() {
        Object outer = new Object();
        Object container = new Object();
        Object test = new Object();
        begin(outer, "[c:A]/[m:a]");
        session.interrupts(Framework.PLATFORM, container);
        session.opens(Framework.PLATFORM, container, name("[c:B]"), false);
        session.handsOn();
        begin(test, "[c:B]/[m:b]");
        session.end(Framework.PLATFORM, test);
        session.closes(Framework.PLATFORM, container);
        session.end(Framework.PLATFORM, outer);
        expect(
                "start",
                "interrupt",
                "start",
                "before [c:B]",
                "start",
                "charge 0 [0]",
                "passed [c:B]/[m:b]",
                "start",
                "after [c:B]",
                "resume",
                "passed [c:A]/[m:a]");
    }

    @Test
    void aFixtureThatATestInterruptsGoesOnAsAFixture() {
        Object container = new Object();
        Object test = new Object();
        session.opens(Framework.PLATFORM, container, name("[c:A]"), false);
        session.interrupts(Framework.PLATFORM, test);
        begin(test, "[c:B]/[m:b]");
        session.end(Framework.PLATFORM, test);
        session.fail(Framework.PLATFORM, container, name("[c:A]"), Outcome.FAILED, new IllegalStateException());
        session.closes(Framework.PLATFORM, container);
        expect(
                "start",
                "interrupt",
                "start",
                "passed [c:B]/[m:b]",
                "resume",
                "capture",
                "before [c:A]",
                "start",
                "charge 1 [0]",
                "failed [c:A]",
                "after [c:A]");
    }

    @Test
    void aTestWhoseInstanceIsBeingMadeIsNotLostWhenAnotherBeginsMeanwhile() {
        Object outer = new Object();
        Object inner = new Object();
        session.prepare(Framework.PLATFORM, outer, false);
        session.interrupts(Framework.PLATFORM, inner);
        session.prepare(Framework.PLATFORM, inner, false);
        begin(inner, "inner");
        session.end(Framework.PLATFORM, inner);
        begin(outer, "outer");
        session.end(Framework.PLATFORM, outer);
        expect("start", "interrupt", "start", "passed inner", "resume", "passed outer");
    }

    @Test
    void aTestWhoseInstanceIsBeingMadeIsNotLostWhenAClassOnTopOfItIsReportedTwice() {
        Object outer = new Object();
        Object container = new Object();
        session.prepare(Framework.PLATFORM, outer, false);
        session.interrupts(Framework.PLATFORM, container);
        for (int listener = 0; listener < 2; listener++) {
            session.opens(Framework.PLATFORM, container, name("[c:B]"), false);
        }
        for (int listener = 0; listener < 2; listener++) {
            session.closes(Framework.PLATFORM, container);
        }
        begin(outer, "outer");
        session.end(Framework.PLATFORM, outer);
        expect("start", "interrupt", "start", "before [c:B]", "resume", "passed outer");
    }

    @Test
    void whatAnInterruptionLeavesOpenIsAbortedWhenItsClassEnds() {
        Object outer = new Object();
        Object container = new Object();
        begin(outer, "[c:A]/[m:a]");
        session.interrupts(Framework.PLATFORM, container);
        session.opens(Framework.PLATFORM, container, name("[c:B]"), false);
        begin(new Object(), "[c:B]/[m:b]");
        session.closes(Framework.PLATFORM, container);
        session.end(Framework.PLATFORM, outer);
        assertEquals(
                Arrays.asList(
                        "charge 0 [0]", "aborted [c:B]/[m:b]", "start", "after [c:B]", "resume", "passed [c:A]/[m:a]"),
                recorder.calls.subList(5, recorder.calls.size()));
    }

    @Test
    void aTestThatEndsBeforeTheOneOnTopOfItTakesNothingFromThat() {
        Object outer = new Object();
        Object inner = new Object();
        begin(outer, "outer");
        session.interrupts(Framework.PLATFORM, inner);
        begin(inner, "inner");
        session.end(Framework.PLATFORM, outer);
        session.end(Framework.PLATFORM, inner);
        expect("start", "interrupt", "start", "passed outer", "passed inner", "resume");
    }

    @Test
    void interruptedTestsAreAbortedWhenTheJvmEndsAndNotFailedByAnothersExit() {
        Object outer = new Object();
        Object inner = new Object();
        begin(outer, "outer");
        session.interrupts(Framework.PLATFORM, inner);
        begin(inner, "inner");
        session.jvmEnds();
        expect("start", "interrupt", "start", "aborted outer", "aborted inner");
    }

    @Test
    void nothingIsInterruptedWhereNothingRuns() {
        session.interrupts(Framework.PLATFORM, new Object());
        assertNull(session.running(Framework.PLATFORM));
        expect();
    }

    @Test
    void aNestedStartIsAnOverlapAndWaitsUntilThatIsPrepared() {
        boolean[] prepared = {false};
        Session parallel = new Session(recorder, new Overlap() {
            @Override
            public boolean isPrepared() {
                return prepared[0];
            }

            @Override
            public void prepare() {
                prepared[0] = true;
                recorder.calls.add("prepare");
            }
        });
        parallel.start(Framework.PLATFORM, "a", name("a"));
        parallel.interrupts(Framework.PLATFORM, "b");
        parallel.start(Framework.PLATFORM, "b", name("b"));
        expect("start", "prepare", "interrupt", "start");
    }

    @Test
    void anAnnouncedOverlapIsPreparedBeforeAnyTestAndOnce() {
        int[] prepared = {0};
        Session parallel = new Session(recorder, new Overlap() {
            @Override
            public boolean isPrepared() {
                return prepared[0] > 0;
            }

            @Override
            public void prepare() {
                prepared[0]++;
            }
        });
        parallel.announceOverlap();
        parallel.announceOverlap();
        assertEquals(1, prepared[0]);
    }

    @Test
    void everyTestThatStartsIsCountedAsEndedOrCutOff() {
        begin("a", "a");
        session.end(Framework.PLATFORM, "a");
        session.prepare(Framework.PLATFORM, "left out", false);
        session.skip(Framework.PLATFORM, "left out", name("left out"));
        session.prepare(Framework.PLATFORM, "b", false);
        begin("b", "b");
        session.interrupts(Framework.PLATFORM, "c");
        begin("c", "c");
        session.jvmEnds();
        start(Framework.JUNIT4, "d(C)");
        session.end(Framework.JUNIT4, "d(C)");
        Map<String, Long> counts = new HashMap<>();
        session.counts().tell(counts::put);
        assertEquals(4, counts.get("tests started"));
        assertEquals(2, counts.get("tests ended"));
        assertEquals(2, counts.get("tests cut off"));
        assertEquals(3, counts.get("tests announced by the platform that got a row"));
    }

    @Test
    void aJupiterTestStartedInAJUnit4TestIsNotThatTest() {
        start(Framework.JUNIT4, "launches(C)");
        Object inner = new Object();
        session.start(Framework.PLATFORM, inner, name("[engine:junit-jupiter]/[class:D]/[method:x()]"));
        session.end(Framework.PLATFORM, inner);
        session.end(Framework.JUNIT4, "launches(C)");
        expect("start", "passed launches(C)");
    }

    @Test
    void anEndWithoutAStartIsNothing() {
        session.end(Framework.JUNIT4, "a(C)");
        session.seal(Framework.PLATFORM, new Object());
        session.abandon(Framework.TESTNG, new Object());
        expect();
    }

    @Test
    void aFailedTestThatNeverEndsIsClosedByTheNext() {
        start(Framework.JUNIT4, "a(C)");
        fail(Framework.JUNIT4, "a(C)", new RuntimeException());
        start(Framework.JUNIT4, "b(C)");
        session.end(Framework.JUNIT4, "b(C)");
        expect("start", "capture", "failed a(C)", "start", "passed b(C)");
    }

    @Test
    void aFailureOutsideAnyTestIsARowOfItsOwnWithTheHitsSoFar() {
        fail(Framework.JUNIT4, "C", new IllegalStateException());
        expect("capture", "failed C");
    }

    @Test
    void aFailureOutsideTestsDoesNotTakeTheRowOfAnotherThreadsTest() throws Exception {
        onAnotherThread(() -> start(Framework.JUNIT4, "a(D)"));
        fail(Framework.JUNIT4, "C", new IllegalStateException());
        expect("start", "start", "capture", "failed C");
    }

    @Test
    void oneFailureOfAFixtureReportedByWrappersIsOneRow() {
        Object container = new Object();
        IllegalStateException thrown = new IllegalStateException();
        for (int i = 0; i < 3; i++) {
            session.fail(
                    Framework.PLATFORM, container, name("[engine:junit-jupiter]/[class:C]"), Outcome.FAILED, thrown);
        }
        expect("capture", "failed [engine:junit-jupiter]/[class:C]");
    }

    @Test
    void underVintageAFixturesRowHasTheUniqueIdOfItsClass() {
        IllegalStateException thrown = new IllegalStateException();
        session.containerStarted(name(VINTAGE));
        session.containerStarted(new TestName(RUNNER, "C", null));
        session.fail(Framework.JUNIT4, "C", TestName.ofDisplayName("C"), Outcome.FAILED, thrown);
        session.fail(Framework.PLATFORM, new Object(), new TestName(RUNNER, "C", null), Outcome.FAILED, thrown);
        expect("capture", "failed " + RUNNER);
    }

    @Test
    void underVintageASkippedTestIsOneRowWithItsUniqueId() {
        session.containerStarted(name(VINTAGE));
        session.skip(Framework.JUNIT4, new Object(), name("a(C)"));
        session.skip(Framework.PLATFORM, new Object(), name(RUNNER + "/[test:a(C)]"));
        session.containerFinished(name(VINTAGE));
        session.skip(Framework.JUNIT4, new Object(), name("b(C)"));
        expect("skipped " + RUNNER + "/[test:a(C)]", "skipped b(C)");
    }

    @Test
    void aSkipReportedByWrappersIsOneRow() {
        Object descriptor = new Object();
        session.skip(Framework.PLATFORM, descriptor, name("x"));
        session.skip(Framework.PLATFORM, descriptor, name("x"));
        expect("skipped x");
    }

    @Test
    void testsOfTwoThreadsAreTwoRows() throws Exception {
        start(Framework.JUNIT4, "a(C)");
        onAnotherThread(() -> {
            start(Framework.JUNIT4, "b(C)");
            session.end(Framework.JUNIT4, "b(C)");
        });
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "start", "passed b(C)", "passed a(C)");
    }

    @Test
    void testsWhoseNamesHaveOneHashCodeAreTwoRows() throws Exception {
        assertEquals("Aa(C)".hashCode(), "BB(C)".hashCode());
        start(Framework.JUNIT4, "Aa(C)");
        onAnotherThread(() -> {
            start(Framework.JUNIT4, "BB(C)");
            fail(Framework.JUNIT4, "BB(C)", new IllegalStateException());
            session.end(Framework.JUNIT4, "BB(C)");
        });
        session.end(Framework.JUNIT4, "Aa(C)");
        expect("start", "start", "capture", "failed BB(C)", "passed Aa(C)");
    }

    @Test
    void aFailureReportedByAnotherThreadBelongsToTheTestItNames() throws Exception {
        start(Framework.JUNIT4, "a(C)");
        onAnotherThread(() -> fail(Framework.JUNIT4, "a(C)", new RuntimeException()));
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)");
    }

    @Test
    void aSealedTestIsCapturedOnce() {
        Object descriptor = new Object();
        session.start(Framework.PLATFORM, descriptor, name("x"));
        session.seal(Framework.PLATFORM, descriptor);
        session.fail(Framework.PLATFORM, descriptor, null, Outcome.FAILED, new RuntimeException());
        session.end(Framework.PLATFORM, descriptor);
        expect("start", "capture", "failed x");
    }

    @Test
    void aTestMayGetItsNameAfterItsStart() {
        Object result = new Object();
        session.start(Framework.TESTNG, null, null);
        session.identify(Framework.TESTNG, result, name("C.a"));
        session.end(Framework.TESTNG, result);
        expect("start", "passed C.a");
    }

    @Test
    void anAbandonedTestIsSkippedAndWithoutAFailure() {
        Object result = new Object();
        session.start(Framework.TESTNG, null, null);
        session.identify(Framework.TESTNG, result, name("C.a"));
        session.abandon(Framework.TESTNG, result);
        expect("start", "skipped C.a");
        assertNull(recorder.failures.get(0));
    }

    @Test
    void aSecondTestOnAnotherThreadWaitsUntilThatIsPreparedAndOnlyThen() throws Exception {
        int[] prepared = {0};
        Session parallel = new Session(recorder, new Overlap() {
            @Override
            public boolean isPrepared() {
                return prepared[0] > 0;
            }

            @Override
            public void prepare() {
                prepared[0]++;
                recorder.calls.add("prepare");
            }
        });
        parallel.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        parallel.end(Framework.JUNIT4, "a(C)");
        parallel.start(Framework.JUNIT4, "b(C)", name("b(C)"));
        onAnotherThread(() -> {
            parallel.start(Framework.JUNIT4, "c(C)", name("c(C)"));
            parallel.end(Framework.JUNIT4, "c(C)");
            parallel.start(Framework.JUNIT4, "d(C)", name("d(C)"));
            parallel.end(Framework.JUNIT4, "d(C)");
        });
        parallel.end(Framework.JUNIT4, "b(C)");
        expect(
                "start",
                "passed a(C)",
                "start",
                "prepare",
                "start",
                "passed c(C)",
                "start",
                "passed d(C)",
                "passed b(C)");
    }

    @Test
    void aTestWhoseThreadIsGoneWithoutAnEndIsNotWaitedFor() throws Exception {
        Session parallel = new Session(recorder, new Overlap() {
            @Override
            public boolean isPrepared() {
                return false;
            }

            @Override
            public void prepare() {
                recorder.calls.add("prepare");
            }
        });
        onAnotherThread(() -> parallel.start(Framework.JUNIT4, "a(C)", name("a(C)")));
        parallel.start(Framework.JUNIT4, "b(C)", name("b(C)"));
        expect("start", "start");
    }

    @Test
    void aTestWhoseTimeOutLeavesAThreadHasThreadsToldApartOnceItsRowIsWritten() {
        Session serial = new Session(recorder, new Unprepared());
        serial.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        Throwable timeOut = new TestTimedOutException(1, TimeUnit.SECONDS);
        serial.fail(Framework.JUNIT4, "a(C)", name("a(C)"), Outcome.FAILED, timeOut);
        serial.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)", "prepare", "between");
    }

    @Test
    void aFixtureWhoseTimeOutLeavesAThreadDoesTheSame() {
        Session serial = new Session(recorder, new Unprepared());
        Throwable timeOut = new TestTimedOutException(1, TimeUnit.SECONDS);
        serial.fail(Framework.JUNIT4, "C", name("C"), Outcome.FAILED, timeOut);
        expect("capture", "failed C", "prepare", "between");
    }

    /** Also if another test made it, as a pool's. */
    @Test
    void aThreadThatATestMadeWorksForTheTestThatIsOpen() throws Exception {
        Session serial = new Session(recorder, new Unprepared());
        Place place = Scopes.here();
        place.startTest();
        AtomicReference<Object> around = new AtomicReference<>();
        Thread made = new Thread(() -> around.set(serial.around(Framework.JUNIT4)));
        place.now().end();
        serial.start(Framework.JUNIT4, "b(C)", name("b(C)"));
        made.start();
        made.join();
        assertEquals("b(C)", around.get());
        assertNull(serial.around(Framework.JUNIT4), "its own thread");
    }

    @Test
    void aThreadThatNoTestMadeWorksForNone() throws Exception {
        Session serial = new Session(recorder, new Unprepared());
        AtomicReference<Object> around = new AtomicReference<>();
        Thread beside = new Thread(() -> around.set(serial.around(Framework.JUNIT4)));
        serial.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        beside.start();
        beside.join();
        assertNull(around.get());
    }

    @Test
    void aTestThatPassesAlthoughItsFrameworkGaveItsThreadUpDoesTheSame() {
        Session serial = new Session(recorder, new Unprepared());
        serial.timesOut();
        serial.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        serial.timesOut();
        serial.end(Framework.JUNIT4, "a(C)");
        expect("start", "passed a(C)", "prepare", "between");
    }

    @Test
    void anotherFailureTellsNoThreadsApart() {
        Session serial = new Session(recorder, new Unprepared());
        serial.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        serial.fail(Framework.JUNIT4, "a(C)", name("a(C)"), Outcome.FAILED, new TimeoutException());
        serial.end(Framework.JUNIT4, "a(C)");
        expect("start", "capture", "failed a(C)");
    }

    /** Tells of every preparation, and is prepared after the first. */
    private final class Unprepared implements Overlap {
        private boolean prepared;

        @Override
        public boolean isPrepared() {
            return prepared;
        }

        @Override
        public void prepare() {
            prepared = true;
            recorder.calls.add("prepare");
        }
    }

    private void begin(Object descriptor, String id) {
        session.start(Framework.PLATFORM, descriptor, name(id));
    }

    private void start(Framework framework, String id) {
        session.start(framework, id, name(id));
    }

    private void fail(Framework framework, String id, Throwable thrown) {
        session.fail(framework, id, name(id), Outcome.FAILED, thrown);
    }

    private static TestName name(String id) {
        return TestName.ofDisplayName(id);
    }

    private static void onAnotherThread(Runnable code) throws InterruptedException {
        Thread thread = new Thread(code);
        thread.start();
        thread.join();
    }

    private void expect(String... calls) {
        List<String> expected = Arrays.asList(calls);
        assertEquals(expected, recorder.calls);
    }
}
