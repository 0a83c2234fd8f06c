package io.faultline.mutants.pit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/** PIT's mutants of a class, for the operators that both tools have. */
final class PitMutants {
    private static final String[] OPERATORS = {
        "CONDITIONALS_BOUNDARY",
        "NEGATE_CONDITIONALS",
        "MATH",
        "INCREMENTS",
        "INVERT_NEGS",
        "VOID_METHOD_CALLS",
        "TRUE_RETURNS",
        "FALSE_RETURNS",
        "PRIMITIVE_RETURNS",
        "NULL_RETURNS"
    };

    private final Mutater engine = new GregorEngineFactory()
            .createEngine(EngineArguments.arguments().withMutators(Arrays.asList(OPERATORS)))
            .createMutator(name -> Optional.of(CliLoader.classFile(name.replace('/', '.'))));

    /** The mutants in methods, without those in the static initialiser. */
    List<MutationDetails> of(String name) {
        List<MutationDetails> found = new ArrayList<>();
        for (MutationDetails details : engine.findMutations(ClassName.fromString(name))) {
            if (!details.getMethod().equals("<clinit>")) {
                found.add(details);
            }
        }
        return found;
    }

    /** The class file with this mutant. */
    byte[] bytes(MutationDetails details) {
        return engine.getMutation(details.getId()).getBytes();
    }

    /** Short name of the mutant's operator. */
    static String operator(MutationDetails details) {
        String name = details.getMutator();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
