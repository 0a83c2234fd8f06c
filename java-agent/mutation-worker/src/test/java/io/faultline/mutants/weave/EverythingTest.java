package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Archives;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Weaves a fixed list of jars by many compilers of all ages: each class that links without mutants also links with
 * them.
 */
class EverythingTest {
    private static Path jars() throws Exception {
        Path classes = Path.of(EverythingTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return classes.resolveSibling("instrument-jars");
    }

    @Test
    void jarsOfManyCompilersLinkWithAllMutants() throws Exception {
        LinkCheck check = new LinkCheck(List.of());
        Tally tally = new Tally();
        List<Path> jars = Archives.jarsBelow(List.of(jars()));
        for (Path jar : jars) {
            tally.add(check.jar(jar));
        }
        System.out.println(jars.size() + " jars: " + tally);
        assertEquals(List.of(), tally.broken);
        assertEquals(Map.of(), tally.refused);
        assertTrue(tally.linked > 15_000, tally.toString());
    }
}
