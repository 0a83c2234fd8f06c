package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.runtime.Launch;
import io.faultline.runtime.RecordedCalls;
import io.faultline.runtime.Session;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hits while a failure message is formatted. */
class FormattingEventsTest {
    private final RecordedCalls recorder = new RecordedCalls();
    private final TestEvents events = new TestEvents(new Session(recorder), null, new Launch("agent.jar"));

    private void fire(int event, Object given, Throwable thrown) {
        events.apply(new Object[] {event, given, thrown, null});
    }

    private void expect(String... calls) {
        assertEquals(List.of(calls), recorder.calls);
    }

    @Test
    void whatRunsForAMessageIsNobodys() {
        fire(Event.FORMATTING, new Object(), null);
        fire(Event.FORMATTED, "message", null);
        expect("aside", "forgotten");
    }

    @Test
    void whereAValueThrowsItIsTheTests() {
        fire(Event.FORMATTING, new Object(), null);
        fire(Event.FORMATTED, null, new AssertionError("of the value's own"));
        expect("aside", "put back");
    }

    @Test
    void aMethodThatFailsIsTakenAtItsWordOnlyWhenItThrowsThatFailure() {
        fire(Event.FORMATTING, new Object(), null);
        fire(Event.FORMATTED_AND_FAILS, null, new AssertionError("message"));
        fire(Event.FORMATTING, new Object(), null);
        fire(Event.FORMATTED_AND_FAILS, null, new IllegalStateException());
        expect("aside", "forgotten", "aside", "put back");
    }

    /** The second argument at the beginning may be any value, including an exception. */
    @Test
    void theSecondValueOfAMessageIsNotLookedAt() {
        events.apply(new Object[] {Event.FORMATTING, "expected", "actual", null});
        events.apply(new Object[] {Event.FORMATTED, "message", null, null});
        expect("aside", "forgotten");
    }
}
