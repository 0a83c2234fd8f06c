package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ArgLineTest {
    private static final String AGENT = "-javaagent:/c/lib/faultline-agent.jar=dir=/p/.faultline,root=/p";

    @Test
    void anEmptyPropertyBecomesTheAgent() {
        assertEquals(AGENT, ArgLine.withAgent(null, AGENT));
        assertEquals(AGENT, ArgLine.withAgent("  ", AGENT));
    }

    @Test
    void whatThePropertyHeldStaysAsItWas() {
        assertEquals(AGENT + " -Xmx1g  -Da=\"b c\"", ArgLine.withAgent(" -Xmx1g  -Da=\"b c\" ", AGENT));
        String other = "-javaagent:/m2/jacocoagent.jar=destfile=/x";
        assertEquals(AGENT + " " + other, ArgLine.withAgent(other, AGENT));
    }

    @Test
    void anAgentOfOursIsReplacedAndNotDoubled() {
        String before = "-Xss1m -javaagent:/old/lib/faultline-agent.jar=dir=/q/.faultline,root=/q -Xmx1g";
        assertEquals(AGENT + " -Xss1m -Xmx1g", ArgLine.withAgent(before, AGENT));
        assertEquals(AGENT, ArgLine.withAgent(AGENT, AGENT));
    }

    @Test
    void aPomWithoutArgLineTakesThePropertyOfThatNameAlone() {
        assertTrue(ArgLine.takes(null, "argLine"));
        assertFalse(ArgLine.takes(null, "itArgLine"));
    }

    @Test
    void aPomWithAnArgLineTakesThePropertyThatItNames() {
        assertTrue(ArgLine.takes("-Xmx1g @{argLine}", "argLine"));
        assertFalse(ArgLine.takes("@{argLine}", "itArgLine"));
        assertFalse(ArgLine.takes("-Xmx1g", "argLine"));
    }

    @Test
    void aReferenceThatIsStillThereHadNoValueWhenThePomWasRead() {
        assertTrue(ArgLine.takes("${argLine} -Xmx1g", "argLine"));
    }

    @Test
    void theRemedyIsOneElementOnOneLine() {
        assertEquals("<argLine>@{argLine}</argLine>", ArgLine.remedy(null, "argLine"));
        assertEquals(
                "<argLine>@{unit} -Xmx1g -Da=\"b &amp; &lt;c&gt;\"</argLine>",
                ArgLine.remedy("\n    -Xmx1g\n    -Da=\"b & <c>\"\n  ", "unit"));
    }
}
