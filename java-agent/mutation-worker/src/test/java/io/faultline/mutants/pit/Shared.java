package io.faultline.mutants.pit;

import io.faultline.mutants.weave.Mutant;
import io.faultline.mutants.weave.Operator;
import java.util.Map;
import java.util.Set;
import org.pitest.mutationtest.engine.MutationDetails;

/** Matches our mutants with PIT's. */
final class Shared {
    private static final Set<String> OPPOSITES =
            Set.of("`!=` for `==`", "`==` for `!=`", "`>=` for `<`", "`<` for `>=`", "`<=` for `>`", "`>` for `<=`");
    private static final Set<String> BOUNDARIES =
            Set.of("`<=` for `<`", "`<` for `<=`", "`>=` for `>`", "`>` for `>=`");
    private static final Map<String, String> SIGNS = Map.of(
            "addition",
            "+",
            "subtraction",
            "-",
            "multiplication",
            "*",
            "division",
            "/",
            "modulus",
            "%",
            "Shift Left",
            "<<",
            "Shift Right",
            ">>",
            "Unsigned Shift Right",
            ">>>",
            "bitwise AND",
            "&",
            "bitwise OR",
            "|");

    private Shared() {}

    static boolean is(Mutant ours, MutationDetails theirs) {
        Operator operator = Operator.values()[ours.operator];
        switch (PitMutants.operator(theirs)) {
            case "NegateConditionalsMutator":
                return operator == Operator.RELATIONAL && OPPOSITES.contains(ours.words)
                        || (operator == Operator.LOGICAL || operator == Operator.CONDITION) && ours.alternative == 0;
            case "ConditionalsBoundaryMutator":
                return operator == Operator.RELATIONAL && BOUNDARIES.contains(ours.words);
            case "MathMutator":
                return ours.words.equals(words(theirs.getDescription()));
            case "IncrementsMutator":
                return operator == Operator.INCREMENT && ours.alternative == 0;
            case "InvertNegsMutator":
                return ours.words.equals("the `-` left out");
            case "VoidMethodCallMutator":
                return ours.words.equals("the call of " + called(theirs.getDescription()) + " left out");
            case "BooleanTrueReturnValsMutator":
                return ours.words.equals("`true` returned");
            case "BooleanFalseReturnValsMutator":
                return ours.words.equals("`false` returned");
            case "PrimitiveReturnsMutator":
                return ours.words.equals("`0` returned");
            case "NullReturnValsMutator":
                return ours.words.equals("`null` returned");
            default:
                throw new IllegalArgumentException(theirs.getMutator());
        }
    }

    /** Translates a description such as "Replaced integer addition with subtraction" into ours. */
    private static String words(String description) {
        String[] parts = description
                .replaceFirst("Replaced (integer|long|float|double) ", "")
                .split(" with ");
        return "`" + SIGNS.get(parts[1]) + "` for `" + SIGNS.get(parts[0]) + "`";
    }

    private static String called(String description) {
        return description.substring(description.lastIndexOf(':') + 1);
    }
}
