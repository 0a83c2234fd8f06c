package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.runtime.Framework;
import io.faultline.runtime.RecordedCalls;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The users of Spring's contexts, from calls in its cache. */
class SpringEventsTest {
    private final RecordedCalls recorder = new RecordedCalls();
    private final Session session = new Session(recorder);
    private final SpringEvents spring = new SpringEvents(session);

    private void test(String name, Runnable body) {
        session.start(Framework.JUNIT4, name, new TestName(name, "a.T", name));
        body.run();
        session.end(Framework.JUNIT4, name);
    }

    /** Calls that Spring makes on a cache miss. */
    private void makes(Object configuration, Object context, Runnable parents) {
        spring.on(Event.SPRING_NEEDED, configuration);
        spring.on(Event.SPRING_LOADS, configuration);
        parents.run();
        spring.on(Event.SPRING_LOADED, context);
        spring.on(Event.SPRING_GIVEN, context);
    }

    /** Calls that Spring makes on a cache hit; null for a context that it does not try again. */
    private void finds(Object configuration, Object context) {
        spring.on(Event.SPRING_NEEDED, configuration);
        spring.on(Event.SPRING_GIVEN, context);
    }

    private List<String> charges() {
        return recorder.calls.stream().filter(call -> call.startsWith("charge")).collect(Collectors.toList());
    }

    @Test
    void aContextIsAFixtureOfAllTestsThatUseIt() {
        Object context = new Object();
        test("one", () -> makes("c", context, () -> {}));
        test("two", () -> finds("another of equal content", context));
        test("three", () -> {});
        assertEquals(List.of("charge 0 [0]", "charge 1 [0]"), charges());
        assertEquals(
                List.of("start", "shared", "made Spring context of null", "charge 0 [0]", "passed one"),
                recorder.calls.subList(0, 5));
    }

    @Test
    void aContextThatIsMadeAnewIsAnother() {
        Object second = new Object();
        test("one", () -> makes("c", new Object(), () -> {}));
        test("two", () -> makes("c", second, () -> {}));
        test("three", () -> finds("c", second));
        assertEquals(List.of("charge 0 [0]", "charge 1 [1]", "charge 2 [1]"), charges());
    }

    @Test
    void aParentBelongsToThoseWhoUseItsChild() {
        Object parent = new Object();
        Object child = new Object();
        Object sibling = new Object();
        test("one", () -> makes("child", child, () -> makes("parent", parent, () -> {})));
        test("two", () -> finds("child", child));
        test("three", () -> makes("sibling", sibling, () -> finds("parent", parent)));
        assertEquals(List.of("charge 0 [0, 1]", "charge 1 [0, 1]", "charge 2 [0, 2]"), charges());
    }

    @Test
    void oneThatCannotBeMadeBelongsToAllWhoAskedForIt() {
        test("one", () -> makes("c", null, () -> {}));
        test("two", () -> finds(new String("c"), null));
        test("three", () -> makes("c", null, () -> {}));
        test("four", () -> finds("d", null));
        assertEquals(List.of("charge 0 [0]", "charge 1 [0]", "charge 2 [1]"), charges());
    }

    @Test
    void aContextThatAClassAsksForIsThatOfAllItsTests() {
        Object context = new Object();
        session.opens(Framework.JUNIT4, "C", new TestName("C", "C", null), false);
        makes("c", context, () -> {});
        session.handsOn();
        test("one", () -> {});
        test("two", () -> {});
        session.closes(Framework.JUNIT4, "C");
        assertEquals(List.of("charge 0 [0, 1]", "charge 1 [0, 1]"), charges());
    }
}
