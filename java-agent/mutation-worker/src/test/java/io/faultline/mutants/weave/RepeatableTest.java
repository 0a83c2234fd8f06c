package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import io.faultline.mutants.boot.Initialisers;
import io.faultline.mutants.boot.Site;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests mutants in static initialisers. */
class RepeatableTest {
    private static final String MEMBERS =
            "static final int A = 3; public static final int[] ALL = {A, five() + 1}; static int five() { return 5; }\n"
                    + "static int second() { return ALL[1]; } static Object all() { return ALL; }";

    @AfterEach
    void noneIsActive() {
        Site.active = Site.NONE;
    }

    private static Mutant adding(Mutated mutated) {
        return mutated.mutants("<clinit>", Operator.ARITHMETIC).stream()
                .filter(m -> m.words.equals("`-` for `+`"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anInitialiserRunsAgainUnderAMutantAndWithoutItAsBefore() throws IOException {
        Mutated mutated = Mutated.of(MEMBERS);
        assertEquals(6, mutated.call("second"));
        Mutant minus = adding(mutated);
        assertTrue(Initialisers.has(Site.mutant(mutated.woven.classNumber, minus.number)));
        Site.active = Site.mutant(mutated.woven.classNumber, minus.number);
        Initialisers.again();
        Site.active = Site.NONE;
        assertEquals(4, mutated.call("second"));
        Object other = mutated.call("all");
        Initialisers.again();
        assertEquals(6, mutated.call("second"));
        assertFalse(other == mutated.call("all"));
    }

    @Test
    void probingInitialisersMarksTheirOwnMutantsAndNoneOfWhatTheyCall() throws IOException {
        Mutated mutated = Mutated.of(MEMBERS);
        mutated.call("second");
        Site.clear();
        Initialisers.probe();
        Mutated.Marks marks = new Mutated.Marks(
                null, Site.reached(mutated.woven.classNumber), Site.infected(mutated.woven.classNumber));
        assertTrue(marks.infected(adding(mutated)));
        for (Mutant mutant : mutated.woven.mutants) {
            assertEquals(mutated.woven.ofInitialiser().get(mutant.number), marks.reached(mutant), mutant.words);
        }
        Initialisers.forget();
        assertFalse(Site.touched(mutated.woven.classNumber));
    }

    @Test
    void methodsKeepTheirNamesAndWhatIsReadAsAConstantStaysFinal() throws IOException, ReflectiveOperationException {
        Mutated mutated = Mutated.of(MEMBERS);
        assertFalse(String.join(" ", mutated.woven.methods).contains(Repeatable.NAME));
        assertTrue(java.lang.reflect.Modifier.isFinal(mutated.field("A").getModifiers()));
        assertFalse(java.lang.reflect.Modifier.isFinal(mutated.field("ALL").getModifiers()));
    }

    @Test
    void enumsInterfacesAndClassesWhoseSerialNumberIsComputedAreLeftAsTheyAre() throws IOException {
        String array = "int[] ALL = {Integer.parseInt(\"1\") + 1};";
        for (String source : new String[] {
            "enum T { X, Y; static final " + array + " }",
            "interface T { " + array + " }",
            "class T implements java.io.Serializable { static final " + array + " }"
        }) {
            Map<String, byte[]> classes = Compilation.of("T", source, 8);
            Mutated mutated = Mutated.of(classes, "T");
            assertTrue(mutated.woven.ofInitialiser().isEmpty(), source);
        }
        String numbered =
                "class T implements java.io.Serializable { static final long serialVersionUID = 1; static final "
                        + array + " }";
        assertFalse(Mutated.of(Compilation.of("T", numbered, 8), "T")
                .woven
                .ofInitialiser()
                .isEmpty());
    }
}
