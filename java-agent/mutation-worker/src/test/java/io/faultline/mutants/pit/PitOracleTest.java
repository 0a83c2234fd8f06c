package io.faultline.mutants.pit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.mutants.boot.Fuel;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.weave.Mutant;
import io.faultline.mutants.weave.Schemata;
import io.faultline.mutants.weave.Woven;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.pitest.mutationtest.engine.MutationDetails;

/**
 * Where PIT and Faultline make the same change, each test has the same outcome.
 *
 * <p>Mutants match if operator, method and line match; several on a line match in order. One kind of PIT's mutants has
 * no counterpart: returning null where the result is the constant null, which changes nothing.
 */
class PitOracleTest {
    private static final long FUEL = 20_000;
    private static int number = 3_000;

    @ParameterizedTest
    @ValueSource(strings = {"DefaultParser", "Option", "OptionGroup", "CommandLine", "Util", "OptionValidator"})
    void mutantsThatBothHaveHaveTheSameVerdicts(String type) {
        String name = "org.apache.commons.cli." + type;
        PitMutants pit = new PitMutants();
        Woven woven = woven(name);
        IntFunction<String> ours = CliLoader.checks(Map.of(name, woven.bytes));
        List<String> plain = outcomes(CliLoader.checks(Map.of()));
        assertEquals(plain, outcomes(ours), "without a mutant");
        Map<String, Integer> seen = new HashMap<>();
        List<String> missing = new ArrayList<>();
        List<String> different = new ArrayList<>();
        int killed = 0;
        List<MutationDetails> theirs = pit.of(name);
        for (MutationDetails details : theirs) {
            Mutant mutant = find(woven, details, seen);
            if (mutant == null && returnsNull(details, CliLoader.classFile(name))) {
                continue;
            }
            if (mutant == null) {
                missing.add(described(details));
                continue;
            }
            List<String> expected = outcomes(CliLoader.checks(Map.of(name, fuelled(pit.bytes(details)))));
            Site.active = Site.mutant(woven.classNumber, mutant.number);
            List<String> found;
            try {
                found = outcomes(ours);
            } finally {
                Site.active = Site.NONE;
            }
            killed += expected.equals(plain) ? 0 : 1;
            if (!expected.equals(found)) {
                different.add(described(details) + " | " + mutant.words);
            }
        }
        System.out.println(type + ": " + theirs.size() + " of PIT's, " + killed + " of them killed, "
                + woven.mutants.size() + " ours");
        assertEquals(List.of(), missing);
        assertEquals(List.of(), different);
        assertTrue(theirs.size() > 0);
    }

    private static Woven woven(String name) {
        BitSet lines = new BitSet();
        lines.set(0, 1 << 16);
        Woven woven = Schemata.weave(CliLoader.classFile(name), number++, lines, true);
        Site.register(woven.classNumber, woven.size);
        return woven;
    }

    private static byte[] fuelled(byte[] bytes) {
        byte[] fuelled = Schemata.plain(bytes, true);
        return fuelled == null ? bytes : fuelled;
    }

    /** The outcome of each test; infinite loops end by fuel, also in PIT's mutants. */
    private static List<String> outcomes(IntFunction<String> checks) {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try {
            return run(checks);
        } finally {
            System.setOut(out);
        }
    }

    private static List<String> run(IntFunction<String> checks) {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < CliChecks.COUNT; i++) {
            Fuel.set(FUEL);
            try {
                outcomes.add(checks.apply(i));
            } finally {
                Fuel.refill();
            }
        }
        return outcomes;
    }

    private static String described(MutationDetails details) {
        return details.getMethod() + ":" + details.getLineNumber() + " " + PitMutants.operator(details) + " "
                + details.getDescription();
    }

    /** Whether PIT's mutant replaces the result of `return null`. */
    private static boolean returnsNull(MutationDetails theirs, byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, 0);
        boolean found = false;
        for (MethodNode method : type.methods) {
            int line = 0;
            for (AbstractInsnNode node : method.instructions) {
                line = node instanceof LineNumberNode ? ((LineNumberNode) node).line : line;
                found |= method.name.equals(theirs.getMethod())
                        && line == theirs.getLineNumber()
                        && node.getOpcode() == Opcodes.ARETURN
                        && node.getPrevious().getOpcode() == Opcodes.ACONST_NULL;
            }
        }
        return found && PitMutants.operator(theirs).equals("NullReturnValsMutator");
    }

    private static Mutant find(Woven woven, MutationDetails theirs, Map<String, Integer> seen) {
        String descriptor = theirs.getId().getLocation().getMethodDesc();
        int nth = seen.merge(descriptor + described(theirs), 1, Integer::sum);
        for (Mutant mutant : woven.mutants) {
            if (mutant.line == theirs.getLineNumber()
                    && woven.methods[2 * mutant.method].equals(theirs.getMethod())
                    && woven.methods[2 * mutant.method + 1].equals(descriptor)
                    && Shared.is(mutant, theirs)
                    && --nth == 0) {
                return mutant;
            }
        }
        return null;
    }
}
