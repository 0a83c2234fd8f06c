package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckMojoTest {
    private static final Path RECORDINGS = Paths.get(".faultline");

    private final CheckMojo check = new CheckMojo();

    @BeforeEach
    void version() {
        Plugin plugin = new Plugin();
        plugin.setVersion("7");
        check.execution = new MojoExecution(plugin, "check", "default-cli");
    }

    @Test
    void rulesAreGivenAsTheyAre() throws Exception {
        check.rules = List.of(" ddu at least 0.1 ", "failed<=0,class:org.x.*:covered>=0.8");
        check.json = new File("check.json");
        assertEquals(
                List.of(
                        "check",
                        "--json-file=check.json",
                        "ddu at least 0.1",
                        "failed<=0",
                        "class:org.x.*:covered>=0.8",
                        ".faultline"),
                check.command(RECORDINGS).list());
    }

    @Test
    void withoutARuleNothingIsAsked() {
        check.rules = List.of(" ");
        MojoExecutionException error = assertThrows(MojoExecutionException.class, () -> check.command(RECORDINGS));
        assertTrue(error.getMessage().contains("-Dfaultline.rules="), error.getMessage());
    }

    @Test
    void aRuleThatIsNotKeptFailsTheBuildInTheProgramsWords() {
        String sentence = "ddu>=0.1 is violated: ddu of the suite is 0.08";
        MojoFailureException one =
                assertThrows(MojoFailureException.class, () -> check.judge(4, List.of(sentence), List.of()));
        assertEquals(sentence, one.getMessage());
        MojoFailureException two =
                assertThrows(MojoFailureException.class, () -> check.judge(4, List.of(sentence, "x"), List.of()));
        assertEquals("2 rules are not kept, first: " + sentence, two.getMessage());
    }

    @Test
    void withWarnOnlyTheBuildGoesOn() {
        check.warnOnly = true;
        assertDoesNotThrow(() -> check.judge(4, List.of("ddu>=0.1 is violated"), List.of()));
    }

    @Test
    void whatTheProgramCannotDoIsAnErrorInItsWords() {
        List<String> said = List.of("faultline: no measure is called 'dud'");
        for (boolean warnOnly : new boolean[] {false, true}) {
            check.warnOnly = warnOnly;
            MojoExecutionException error =
                    assertThrows(MojoExecutionException.class, () -> check.judge(2, List.of(), said));
            assertEquals(said.get(0), error.getMessage());
        }
    }
}
