package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests to which static initialisers of test classes belong. */
class TestInitialisersTest {
    /** Tests run one after another. */
    private static final Overlap NONE_YET = new Overlap() {
        @Override
        public boolean isPrepared() {
            return false;
        }

        @Override
        public void prepare() {}
    };

    private final RecordedCalls recorder = new RecordedCalls();
    private final TestClasses classes = new TestClasses();
    private final Session session = new Session(recorder, NONE_YET, classes);
    private final Initialisers initialisers = new Initialisers(session, classes);

    @BeforeEach
    void aFrameworkIsHere() {
        classes.frameworkSeen();
    }

    private void test(String className, String method, Runnable body) {
        String id = method + "(" + className + ")";
        session.start(Framework.JUNIT4, id, new TestName(id, className, method));
        body.run();
        session.end(Framework.JUNIT4, id);
    }

    private void test(String className, String method) {
        test(className, method, () -> {});
    }

    /** Initialises a class on this thread. */
    private void initialise(String className, Runnable body) {
        int number = classes.number(className);
        initialisers.accept(number);
        body.run();
        initialisers.accept(~number);
    }

    private void initialise(String className) {
        initialise(className, () -> {});
    }

    private List<String> charges() {
        return recorder.calls.stream().filter(call -> call.startsWith("charge")).collect(Collectors.toList());
    }

    @Test
    void whatRanIsAFixtureOfAllTestsOfTheClass() {
        test("p.T", "a", () -> initialise("p.T"));
        test("p.T", "b");
        test("p.U", "c");
        assertEquals(
                List.of("start", "shared", "made static initialiser of p.T", "charge 0 [0]", "passed a(p.T)"),
                recorder.calls.subList(0, 5));
        assertEquals(List.of("charge 0 [0]", "charge 1 [0]"), charges());
    }

    @Test
    void itIsOneOfSubclassesImplementationsAndNestedClassesToo() {
        classes.add("p.Sub", new String[] {"p.Base", "p.Constants"}, new String[0]);
        classes.add("p.Base", new String[] {"java.lang.Object"}, new String[0]);
        initialise("p.Base");
        initialise("p.Constants");
        initialise("p.Sub");
        test("p.Sub", "a");
        test("p.Sub$In$Deep", "b");
        test("p.Base", "c");
        test("p.Subject", "d");
        assertEquals(List.of("charge 0 [2, 0, 1]", "charge 1 [2, 0, 1]", "charge 2 [0]"), charges());
    }

    @Test
    void classesThatInheritFromThoseInThemEnd() {
        classes.add("p.Out", new String[] {"p.Out$Base"}, new String[0]);
        initialise("p.Out");
        test("p.Out$Base", "a");
        assertEquals(List.of("charge 0 [0]"), charges());
    }

    @Test
    void ofAClassWithoutTestsItIsOneOfWhoCausedIt() {
        test("p.T", "a", () -> initialise("p.Helper"));
        test("p.T", "b");
        session.opens(Framework.JUNIT4, "C", new TestName("C", "p.C", null), false);
        initialise("p.Other");
        session.handsOn();
        test("p.C", "c");
        test("p.C", "d");
        assertEquals(List.of("charge 0 [0]", "charge 2 [1, 2]", "charge 3 [1, 2]"), charges());
    }

    private void named(String className, String... others) {
        classes.add(className, new String[] {"java.lang.Object"}, others);
    }

    @Test
    void itIsOneOfAllTestsWhoseClassesNameIt() {
        named("p.T", "p.Helper", "p.Product");
        named("p.T$In", "p.T");
        named("p.Helper", "p.Data");
        named("p.Data", "p.T");
        named("p.U", "p.Product");
        test("p.U", "a", () -> initialise("p.Data"));
        test("p.T", "b");
        test("p.T$In", "c");
        test("p.U", "d");
        assertEquals(List.of("charge 0 [0]", "charge 1 [0]", "charge 2 [0]"), charges());
    }

    @Test
    void whatIsKnownLaterCountsFromThenOn() {
        named("p.T", "p.Late");
        named("p.Data");
        initialise("p.Data");
        test("p.T", "a");
        named("p.Late", "p.Data");
        test("p.T", "b");
        initialise("p.Late");
        test("p.T", "c");
        assertEquals(List.of("charge 1 [0]", "charge 2 [1, 0]"), charges());
    }

    @Test
    void aHelperThatCannotBeInitialisedIsOneOfWhoCausedItAlone() {
        named("p.T", "p.Helper", "p.T");
        named("p.Helper");
        test("p.T", "a", () -> {
            int number = classes.number("p.Helper");
            initialisers.accept(number);
            initialisers.accept(new IllegalStateException(), number);
        });
        test("p.T", "b");
        assertEquals(List.of("charge 0 [0]"), charges());
    }

    @Test
    void whatASuiteNamesIsNoneOfItsTests() {
        named("p.Suite", "p.T", "p.U");
        named("p.T");
        named("p.U");
        session.opens(Framework.JUNIT4, "S", new TestName("S", "p.Suite", null), false);
        session.handsOn();
        test("p.T", "a", () -> initialise("p.T"));
        test("p.U", "b");
        // Fixture 0 is what the suite ran before its tests.
        assertEquals(List.of("charge 0 [0, 1]", "charge 1 [0]"), charges());
    }

    @Test
    void whatItCausesIsItsOwn() {
        test("p.T", "a", () -> initialise("p.T", () -> initialise("p.Helper")));
        test("p.T", "b");
        assertEquals(List.of("charge 0 [0, 1]", "charge 1 [0, 1]"), charges());
    }

    @Test
    void anotherThreadsIsOneOfTheTestThatIsAlone() throws Exception {
        test("p.T", "a", () -> {
            Thread other = new Thread(() -> initialise("p.Helper"));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertEquals(List.of("charge 0 [0]"), charges());
    }

    @Test
    void aTestThatFailedIsNotChargedWithWhatItsReportersInitialise() {
        session.start(Framework.JUNIT4, "a", new TestName("a", "p.T", "a"));
        session.fail(Framework.JUNIT4, "a", null, Outcome.FAILED, new IllegalStateException());
        initialise("p.Reporter");
        session.end(Framework.JUNIT4, "a");
        assertEquals(List.of(), charges());
    }

    @Test
    void theRowOfAClassThatCannotBeSetUpHasIt() {
        session.opens(Framework.JUNIT4, "C", new TestName("C", "p.C", null), false);
        session.handsOn();
        initialise("p.C");
        session.fail(
                Framework.JUNIT4, "C", new TestName("C", "p.C", null), Outcome.FAILED, new IllegalStateException());
        assertEquals(1, charges().size());
        assertEquals(true, charges().get(0).contains("1"), charges().get(0));
    }

    @Test
    void oneWhoseEndWasLostEndsWithTheOneAround() {
        test("p.T", "a", () -> initialise("p.T", () -> initialisers.accept(classes.number("p.Lost"))));
        test("p.Lost", "b");
        assertEquals(List.of("charge 0 [0, 1]", "charge 1 [0]"), charges());
    }

    @Test
    void withoutAFrameworkNothingIsSetAside() {
        TestClasses none = new TestClasses();
        Initialisers plain = new Initialisers(session, none);
        int number = none.number("p.Main");
        plain.accept(number);
        plain.accept(new IllegalStateException(), number);
        assertEquals(List.of(), recorder.calls);
    }
}
