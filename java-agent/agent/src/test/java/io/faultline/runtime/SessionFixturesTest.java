package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SessionFixturesTest {
    private static final String CLASS = "[engine:junit-jupiter]/[class:C]";

    private final RecordedCalls recorder = new RecordedCalls();
    private final Session session = new Session(recorder);

    @Test
    void whatAClassRunsBeforeItsFirstTestIsChargedToAllOfItsTests() {
        opens(Framework.JUNIT4, "C");
        test("a(C)");
        test("b(C)");
        session.closes(Framework.JUNIT4, "C");
        test("c(D)");
        expect(
                "start",
                "before C",
                "start",
                "charge 0 [0]",
                "passed a(C)",
                "start",
                "charge 1 [0]",
                "passed b(C)",
                "after C",
                "start",
                "passed c(D)");
    }

    @Test
    void theFixtureEndsWhereTheContainerHandsItsTestsOn() throws Exception {
        opens(Framework.JUNIT4, "C");
        session.handsOn();
        onAnotherThread(() -> test("a(C)"));
        session.handsOn();
        session.closes(Framework.JUNIT4, "C");
        expect("start", "before C", "start", "charge 0 [0]", "passed a(C)", "after C");
    }

    @Test
    void aTestOfAnotherClassOnAnotherThreadIsNotCharged() throws Exception {
        opens(Framework.JUNIT4, "C");
        session.handsOn();
        onAnotherThread(() -> test("a(D)"));
        expect("start", "before C", "start", "passed a(D)");
    }

    @Test
    void testsOfNestedContainersHaveTheFixturesOfAllAround() {
        opens(Framework.JUNIT4, "Suite");
        opens(Framework.JUNIT4, "C");
        test("a(C)");
        session.closes(Framework.JUNIT4, "C");
        opens(Framework.JUNIT4, "D");
        test("b(D)");
        session.closes(Framework.JUNIT4, "D");
        session.closes(Framework.JUNIT4, "Suite");
        expect(
                "start",
                "before Suite",
                "start",
                "before C",
                "start",
                "charge 0 [0, 1]",
                "passed a(C)",
                "after C",
                "start",
                "before D",
                "start",
                "charge 1 [0, 3]",
                "passed b(D)",
                "after D",
                "after Suite");
    }

    /** Threads of the platform take over each other's tasks, so unique ids decide. */
    @Test
    void onThePlatformTheUniqueIdSaysWhoseTestItIs() {
        opens(Framework.PLATFORM, CLASS);
        opens(Framework.PLATFORM, "[engine:junit-jupiter]/[class:CD]");
        session.start(Framework.PLATFORM, "t", name(CLASS + "/[method:a()]"));
        session.end(Framework.PLATFORM, "t");
        expect(
                "start",
                "before " + CLASS,
                "start",
                "before [engine:junit-jupiter]/[class:CD]",
                "start",
                "charge 0 [0]",
                "passed " + CLASS + "/[method:a()]");
    }

    @Test
    void anInstanceMadeBeforeTheStartBelongsToTheTest() {
        session.prepare(Framework.JUNIT4, null, false);
        session.prepare(Framework.JUNIT4, null, true);
        session.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "passed a(C)");
    }

    @Test
    void anInstanceThatBreaksIsAFailureOfItsTest() {
        Object descriptor = new Object();
        session.prepare(Framework.PLATFORM, descriptor, false);
        session.seal(Framework.PLATFORM, descriptor);
        session.start(Framework.PLATFORM, descriptor, name(CLASS + "/[method:a()]"));
        session.fail(Framework.PLATFORM, descriptor, null, Outcome.FAILED, new RuntimeException());
        session.end(Framework.PLATFORM, descriptor);
        expect("start", "capture", "failed " + CLASS + "/[method:a()]");
    }

    @Test
    void anInstanceForNoTestIsNobodys() {
        session.opens(Framework.JUNIT4, "C", name("C"), false);
        session.handsOn();
        session.prepare(Framework.JUNIT4, null, false);
        session.skip(Framework.JUNIT4, "a(C)", name("a(C)"));
        session.prepare(Framework.JUNIT4, null, false);
        session.prepare(Framework.JUNIT4, null, false);
        session.closes(Framework.JUNIT4, "C");
        expect("start", "before C", "start", "drop", "skipped a(C)", "start", "drop", "start", "drop", "after C");
    }

    @Test
    void aSkippedContainerHasNoFixture() {
        opens(Framework.PLATFORM, CLASS);
        session.skip(Framework.PLATFORM, CLASS, name(CLASS));
        session.skip(Framework.PLATFORM, CLASS, name(CLASS));
        expect("start", "drop", "skipped " + CLASS);
    }

    @Test
    void aFixtureThatFailsIsInTheRowOfItsClass() {
        opens(Framework.PLATFORM, CLASS);
        session.completes(Framework.PLATFORM, CLASS);
        RuntimeException thrown = new RuntimeException();
        for (int listener = 0; listener < 2; listener++) {
            session.fail(Framework.PLATFORM, CLASS, name(CLASS), Outcome.FAILED, thrown);
            session.closes(Framework.PLATFORM, CLASS);
        }
        expect(
                "start",
                "capture",
                "capture",
                "before " + CLASS,
                "start",
                "charge 0 [0]",
                "failed " + CLASS,
                "after " + CLASS);
    }

    @Test
    void whatFailsAfterTheTestsIsARowWithBothFixturesOfTheClass() {
        opens(Framework.JUNIT4, "C");
        test("a(C)");
        session.fail(Framework.JUNIT4, "C", name("C"), Outcome.FAILED, new RuntimeException());
        session.closes(Framework.JUNIT4, "C");
        expect(
                "start",
                "before C",
                "start",
                "charge 0 [0]",
                "passed a(C)",
                "capture",
                "after C",
                "start",
                "charge 1 [0, 1]",
                "failed C",
                "after C");
    }

    @Test
    void containersThatATestRunsInItsBodyArePartOfIt() {
        session.start(Framework.JUNIT4, "a(C)", name("a(C)"));
        opens(Framework.JUNIT4, "D");
        test("b(D)");
        session.closes(Framework.JUNIT4, "D");
        session.end(Framework.JUNIT4, "a(C)");
        expect("start", "passed a(C)");
    }

    @Test
    void whatRunsAfterEachTestIsChargedToTheRowThatEnded() {
        session.start(Framework.TESTNG, "r", name("C.a"));
        int row = session.end(Framework.TESTNG, "r");
        session.opens(Framework.TESTNG, "f", name("C.close"), false);
        session.charge(row, session.closes(Framework.TESTNG, "f")[0]);
        expect("start", "passed C.a", "start", "before C.close", "charge 0 [0]");
    }

    @Test
    void whatAContainerRunsToFindItsNextTestIsOfThatTestAlone() {
        opens(Framework.PLATFORM, CLASS);
        String[] found = {"first", "second", "third"};
        for (String key : found) {
            session.turnsTo(key);
            session.start(Framework.PLATFORM, key, name(CLASS + "/[" + key + "]"));
            session.end(Framework.PLATFORM, key);
            session.continues(Framework.PLATFORM);
        }
        session.completes(Framework.PLATFORM, CLASS);
        session.closes(Framework.PLATFORM, CLASS);
        expect(
                "start",
                "before " + CLASS,
                "start",
                "charge 0 [0]",
                "passed " + CLASS + "/[first]",
                "start",
                "before " + CLASS,
                "start",
                "charge 1 [0, 1]",
                "passed " + CLASS + "/[second]",
                "start",
                "before " + CLASS,
                "start",
                "charge 2 [0, 2]",
                "passed " + CLASS + "/[third]",
                "start",
                "capture",
                "after " + CLASS);
    }

    @Test
    void aContainerThatFailsBetweenTwoTestsHasWhatItRanThere() {
        opens(Framework.PLATFORM, CLASS);
        session.turnsTo("first");
        session.start(Framework.PLATFORM, "first", name(CLASS + "/[first]"));
        session.end(Framework.PLATFORM, "first");
        session.continues(Framework.PLATFORM);
        session.completes(Framework.PLATFORM, CLASS);
        session.fail(Framework.PLATFORM, CLASS, name(CLASS), Outcome.FAILED, new RuntimeException());
        session.closes(Framework.PLATFORM, CLASS);
        expect(
                "start",
                "before " + CLASS,
                "start",
                "charge 0 [0]",
                "passed " + CLASS + "/[first]",
                "start",
                "capture",
                "capture",
                "before " + CLASS,
                "start",
                "charge 1 [0, 1]",
                "failed " + CLASS,
                "after " + CLASS);
    }

    /** As an iteration of Spock, whose feature is a test itself. */
    @Test
    void aTestWithTestsOfItsOwnHasWhatItRunsBehindThem() {
        String feature = CLASS + "/[feature:f]";
        session.start(Framework.PLATFORM, feature, name(feature));
        session.splits(Framework.PLATFORM, feature);
        session.start(Framework.PLATFORM, "i", name(feature + "/[iteration:0]"));
        session.end(Framework.PLATFORM, "i");
        session.continues(Framework.PLATFORM);
        session.endsSplit(Framework.PLATFORM, feature, Outcome.PASSED, null);
        expect(
                "start",
                "before " + feature,
                "start",
                "charge 0 [0]",
                "passed " + feature + "/[iteration:0]",
                "start",
                "after " + feature,
                "capture",
                "charge 1 [0, 1]",
                "passed " + feature);
    }

    @Test
    void fixturesThatAFrameworkNamesForATestAreChargedWithTheOthers() {
        session.start(Framework.TESTNG, "r", name("C.a"));
        session.addFixtures(Framework.TESTNG, "r", new int[] {4, 2});
        session.end(Framework.TESTNG, "r");
        expect("start", "charge 0 [4, 2]", "passed C.a");
    }

    private void opens(Framework framework, String id) {
        session.opens(framework, id, new TestName(id, id, null), false);
    }

    private void test(String id) {
        session.start(Framework.JUNIT4, id, name(id));
        session.end(Framework.JUNIT4, id);
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
        assertEquals(Arrays.asList(calls), recorder.calls);
    }
}
