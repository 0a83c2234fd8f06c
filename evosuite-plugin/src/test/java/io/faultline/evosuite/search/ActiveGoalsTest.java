package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActiveGoalsTest {
    /**
     * <pre>
     * int sum(int[] all) {
     *     if (all == null) {              // a
     *         return 0;
     *     }
     *     int sum = 0;
     *     for (int each : all) {          // b, on a-
     *         if (each > 0) {             // c, on b+
     *             if (each > 9) {         // d, on c+
     *                 ...
     * </pre>
     */
    private final ActiveGoals<String> nested = new ActiveGoals<>(
            dependences("a+ <", "a- <", "b+ < a-", "b- < a-", "c+ < b+", "c- < b+", "d+ < c+", "d- < c+"));

    /** Returns the goals that each goal hangs on, of rows {@code goal < goals}. */
    private static Map<String, List<String>> dependences(String... rows) {
        Map<String, List<String>> dependences = new LinkedHashMap<>();
        for (String row : rows) {
            List<String> words = List.of(row.split(" "));
            dependences.put(words.get(0), words.subList(2, words.size()));
        }
        return dependences;
    }

    @Test
    void atFirstTheGoalsThatHangOnNothingAreActive() {
        assertEquals(List.of("a+", "a-"), nested.active());
        assertFalse(nested.areAllCovered());
    }

    @Test
    void aNestedBranchBecomesActiveWithTheOutcomeThatLeadsToIt() {
        assertEquals(List.of(), nested.cover("a+"));
        assertEquals(List.of("a-"), nested.active());
        assertEquals(List.of("b+", "b-"), nested.cover("a-"));
        assertEquals(List.of("b+", "b-"), nested.active());
        assertEquals(List.of(), nested.cover("b-"), "c is in the loop");
        assertEquals(List.of("c+", "c-"), nested.cover("b+"));
        assertFalse(nested.isActive("d+"));
        assertEquals(List.of("d+", "d-"), nested.cover("c+"));
        assertEquals(List.of("c-", "d+", "d-"), nested.active());
    }

    @Test
    void aGoalThatIsCoveredBesidesDoesNotComeBack() {
        assertEquals(List.of("c+", "c-"), nested.cover("b+"), "covered before it was active");
        assertEquals(List.of(), nested.cover("b+"));
        assertEquals(List.of("b-"), nested.cover("a-"), "b+ is covered");
        assertEquals(List.of("a+", "c+", "c-", "b-"), nested.active());
    }

    @Test
    void whenAllAreCoveredNoneIsActive() {
        for (String goal : List.of("d+", "d-", "c+", "c-", "b+", "b-", "a+")) {
            nested.cover(goal);
        }
        assertFalse(nested.areAllCovered());
        assertEquals(List.of("a-"), nested.active());
        nested.cover("a-");
        assertTrue(nested.areAllCovered());
        assertEquals(List.of(), nested.active());
    }

    @Test
    void aGoalOnSeveralOthersBecomesActiveWithTheFirst() {
        // while (a && b): b leads back to a.
        ActiveGoals<String> loop = new ActiveGoals<>(dependences("a+ <", "a- <", "b+ < a+", "b- < a+", "c+ < a- b-"));
        assertEquals(List.of("b+", "b-"), loop.cover("a+"));
        assertEquals(List.of("c+"), loop.cover("b-"));
        assertEquals(List.of(), loop.cover("a-"));
        assertEquals(List.of("b+", "c+"), loop.active());
    }

    @Test
    void ofACircleThatNothingLeadsIntoTheFirstIsActive() {
        ActiveGoals<String> circle = new ActiveGoals<>(dependences("a+ <", "x < z", "y < x", "z < y"));
        assertEquals(List.of("a+", "x"), circle.active());
        assertEquals(List.of("y"), circle.cover("x"));
        // One that a goal leads into waits for it, wherever it stands.
        ActiveGoals<String> entered = new ActiveGoals<>(dependences("x < z", "y < x a+", "z < y", "a+ <"));
        assertEquals(List.of("a+"), entered.active());
        assertEquals(List.of("y"), entered.cover("a+"));
    }
}
