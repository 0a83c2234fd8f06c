package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.Opcodes;

/** Instruments a fixed list of jars and the JDK's base module: no class that links fails with probes. */
class EverythingTest {
    /** The allowed reasons of refusal; a new one needs investigation. */
    private static final Set<String> EXPECTED = Set.of("no code", "no line numbers", "already instrumented");

    static Path jars() throws Exception {
        Path classes = Path.of(EverythingTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return classes.resolveSibling("instrument-jars");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void jarsOfManyCompilersLinkWithProbes(Probes probes) throws Exception {
        List<Path> jars = Archives.jarsBelow(List.of(jars()));
        Tally tally = new JarCheck(jars, true, probes).run();
        System.out.println(jars.size() + " jars, " + probes + ": " + tally);
        assertEquals(List.of(), tally.broken);
        assertTrue(tally.linked > 10_000, tally.toString());
        assertTrue(EXPECTED.containsAll(tally.refused.keySet()), tally.toString());
    }

    @ParameterizedTest
    @EnumSource(names = {"SHARED", "RICH"})
    void theBaseModuleOfTheJdkLinksAndRunsWithProbes(Probes probes) throws Exception {
        JdkCheck check = new JdkCheck("java.base", probes);
        System.out.println("java.base, " + probes + ": " + check.summary);
        assertEquals(List.of(), check.broken);
        assertTrue(check.summary.contains(" 0 not linkable"), check.summary);
    }

    @Test
    void aBrokenClassIsFoundByLinking() {
        byte[] broken = new Assembled("Broken", Opcodes.V1_8)
                .with("m", "()V", 0, 0, code -> code.visitInsn(Opcodes.POP))
                .bytes();
        ClassLoader loader = new Probed(Map.of("Broken", broken), Probes.NONE);
        String failure = Linking.failure(loader, "Broken");
        assertTrue(failure.startsWith("VerifyError"), failure);
        assertTrue(Linking.isNew(null, failure));
    }
}
