package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandsTest {
    private static final String AGENT = "-javaagent:/x y/it's.jar=dir=/d";
    private static final String QUOTED = "'-javaagent:/x y/it'\\''s.jar=dir=/d'";

    private final JavaCommands commands = new JavaCommands("/x y/it's.jar", "dir=/d");

    @Test
    void javaGetsTheAgentAsItsFirstArgument() {
        assertCommand(words("java", AGENT, "-cp", "x", "Main"), "java", "-cp", "x", "Main");
        assertCommand(words("/usr/lib/jvm/17/bin/java", AGENT), "/usr/lib/jvm/17/bin/java");
    }

    @Test
    void otherProgramsAreUntouched() {
        for (String program : new String[] {"javac", "/jdk/bin/javadoc", "java.sh", "mvn", "/java/x", "sh"}) {
            String[] command = {program, "java", "-version"};
            assertSame(command, commands.apply(command));
        }
    }

    @Test
    void aCommandThatHasTheAgentIsUntouched() {
        String[] direct = {"java", "-javaagent:/x y/it's.jar=dir=/other", "Main"};
        assertSame(direct, commands.apply(direct));
    }

    @Test
    void anotherAgentIsNoReason() {
        assertCommand(words("java", AGENT, "-javaagent:jacoco.jar", "Main"), "java", "-javaagent:jacoco.jar", "Main");
    }

    @Test
    void theCallersArrayIsNotWrittenTo() {
        String[] command = {"sh", "-c", "java Main"};
        commands.apply(command);
        assertEquals("java Main", command[2]);
    }

    @Test
    void surefiresShellLineIsUnderstood() {
        assertScript(
                "cd '/work dir' && '/usr/lib/jvm/17/bin/java' " + QUOTED
                        + " '-Xmx1g' '-jar' '/work dir/surefirebooter.jar'",
                "cd '/work dir' && '/usr/lib/jvm/17/bin/java' '-Xmx1g' '-jar' '/work dir/surefirebooter.jar'");
        assertScript(
                "cd /work && /usr/lib/jvm/17/bin/java " + QUOTED + " -jar x.jar",
                "cd /work && /usr/lib/jvm/17/bin/java -jar x.jar");
    }

    @Test
    void theLineOfAPromptIsUnderstood() {
        JavaCommands plain = new JavaCommands("C:\\a.jar", "dir=d");
        String[] command = {"cmd.exe", "/X", "/C", "\"java -jar x.jar\""};
        String[] expected = {"cmd.exe", "/X", "/C", "\"java -javaagent:C:\\a.jar=dir=d -jar x.jar\""};
        assertArrayEquals(expected, plain.apply(command));
        String[] several = {"cmd", "/c", "java", "Main"};
        assertSame(several, plain.apply(several));
    }

    @Test
    void commandWordsAreFoundWhereverAShellFindsThem() {
        assertScript("java " + QUOTED, "java");
        assertScript("exec java " + QUOTED + " Main", "exec java Main");
        assertScript("A=1 B='x y' java " + QUOTED + " Main", "A=1 B='x y' java Main");
        assertScript("echo a; java " + QUOTED + " -version", "echo a; java -version");
        assertScript("(java " + QUOTED + " M)|tee java", "(java M)|tee java");
        assertScript("java " + QUOTED + " A\njava " + QUOTED + " B", "java A\njava B");
        assertScript("\"$JAVA_HOME/bin/java\" " + QUOTED + " A", "\"$JAVA_HOME/bin/java\" A");
        assertScript("/opt/my\\ jdk/bin/java " + QUOTED + " A", "/opt/my\\ jdk/bin/java A");
        assertScript(">log 2>&1 java " + QUOTED + " A", ">log 2>&1 java A");
        assertScript("if true; then java " + QUOTED + " A; fi", "if true; then java A; fi");
    }

    @Test
    void argumentsCalledJavaAreNotCommands() {
        for (String script : new String[] {
            "cd java && ls java",
            "echo java",
            "cat > java",
            "cat <java",
            "javac -d java X.java",
            "# java\necho x",
            "A=java",
            "echo 'a; java b'",
            "echo \"a && java b\"",
            "/java/run",
            "ls a\\;java"
        }) {
            assertScript(script, script);
        }
    }

    @Test
    void aScriptThatIsNotUnderstoodIsUntouched() {
        for (String script : new String[] {"java 'open", "java \"open", "cat <<E\njava\nE"}) {
            assertScript(script, script);
        }
    }

    @Test
    void aShellScriptWithTheAgentIsUntouched() {
        JavaCommands plain = new JavaCommands("/x.jar", "dir=/d");
        String[] command = {"/bin/sh", "-c", "java '-javaagent:/x.jar=dir=/d' Main"};
        assertSame(command, plain.apply(command));
    }

    @Test
    void optionsBeforeTheScriptAreSkippedAndScriptFilesLeftAlone() {
        assertCommand(words("/bin/bash", "-l", "-ec", "java " + QUOTED + " M"), "/bin/bash", "-l", "-ec", "java M");
        String[] file = {"sh", "run.sh", "-c", "java"};
        assertSame(file, commands.apply(file));
    }

    /** With an agent these would exit at once, and no test would run. */
    @Test
    void aJavaThatTakesNoAgentIsUntouched(@TempDir Path folder) throws IOException {
        String image = java(folder.resolve("image"), "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\n");
        String old = java(folder.resolve("old"), "JAVA_VERSION=\"1.7.0_80\"\n");
        for (String java : new String[] {image, old}) {
            String[] direct = {java, "Main"};
            assertSame(direct, commands.apply(direct));
            assertArrayEquals(words("sh", "-c", java + " Main"), commands.apply(words("sh", "-c", java + " Main")));
        }
        String whole = java(folder.resolve("whole"), "JAVA_VERSION=\"9\"\nMODULES=\"java.base java.instrument\"\n");
        assertCommand(words(whole, AGENT, "Main"), whole, "Main");
        String eight = java(folder.resolve("jdk8"), "JAVA_VERSION=\"1.8.0_392\"\n");
        assertCommand(words(eight, AGENT, "Main"), eight, "Main");
    }

    private static String java(Path home, String release) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        Files.writeString(home.resolve("release"), release);
        return java.toString();
    }

    @Test
    void brokenCommandsPassThrough() {
        assertNull(commands.apply(null));
        String[] empty = {};
        assertSame(empty, commands.apply(empty));
        String[] hole = {"java", null};
        assertSame(hole, commands.apply(hole));
    }

    /** Runs the quoted script in a real shell. */
    @Test
    void aShellReadsTheInsertedArgumentAsOneWord() throws IOException {
        String script = ShellScript.withArgument("java 'a b'", AGENT).replaceFirst("java", "printf '%s\\\\n'");
        Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(AGENT + "\na b\n", out);
    }

    private void assertScript(String expected, String script) {
        assertCommand(words("/bin/sh", "-c", expected), "/bin/sh", "-c", script);
    }

    private void assertCommand(String[] expected, String... command) {
        assertArrayEquals(expected, commands.apply(command));
    }

    private static String[] words(String... words) {
        return words;
    }
}
