package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class PromptLineTest {
    private static final String PLAIN = "-javaagent:C:\\f\\a.jar=dir=C%3A/d%20e,fork=true";
    private static final String BLANK = "-javaagent:C:\\x y\\a.jar=dir=d";

    @Test
    void surefiresLineIsUnderstood() {
        assertEquals(
                "\"/jdk/bin/java.exe " + PLAIN + " -Xmx1g -jar C:\\t\\surefirebooter.jar C:\\t 1-jvmRun1\"",
                withAgent("\"/jdk/bin/java.exe -Xmx1g -jar C:\\t\\surefirebooter.jar C:\\t 1-jvmRun1\"", PLAIN));
        assertEquals(
                "\"\"/jdk 17/bin/java\" \"" + BLANK + "\" -jar \"C:\\a b\\x.jar\"\"",
                withAgent("\"\"/jdk 17/bin/java\" -jar \"C:\\a b\\x.jar\"\"", BLANK));
    }

    @Test
    void commandWordsAreFoundWhereverThePromptFindsThem() {
        assertLine("java " + PLAIN + " Main", "java Main");
        assertLine("cd C:\\x && java " + PLAIN + " Main > java", "cd C:\\x && java Main > java");
        assertLine("@java " + PLAIN, "@java");
        assertLine("(java " + PLAIN + " A & java " + PLAIN + " B)|find java", "(java A & java B)|find java");
        assertLine(">log java " + PLAIN + " A", ">log java A");
    }

    @Test
    void otherLinesAreLeftAlone() {
        for (String line : new String[] {"echo java", "javac -d java X.java", "mvn.cmd test", "echo ^&java", ""}) {
            assertLine(line, line);
        }
        String open = "java \"Main";
        assertSame(open, withAgent(open, PLAIN));
    }

    @Test
    void optionsThatNoAgentMayStandBesideAreSetAgain() {
        assertLine(
                "java " + PLAIN + " -XX:AOTCache=a -cp x -XX:AOTMode=off Main & echo",
                "java -XX:AOTCache=a -cp x Main & echo");
    }

    private static String withAgent(String line, String argument) {
        int options = argument.indexOf('=');
        String jar = argument.substring("-javaagent:".length(), options);
        return PromptLine.withAgent(line, new JavaCommands(jar, argument.substring(options + 1), null));
    }

    private static void assertLine(String expected, String line) {
        assertEquals(expected, withAgent(line, PLAIN));
    }
}
