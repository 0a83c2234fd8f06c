package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandsTest {
    private static final String AGENT = "-javaagent:/x y/it's.jar=dir=/d";
    private static final String QUOTED = "'-javaagent:/x y/it'\\''s.jar=dir=/d'";

    private final JavaCommands commands = new JavaCommands("/x y/it's.jar", "dir=/d", null);

    @Test
    void javaGetsTheAgentAsItsFirstArgument() {
        assertCommand(words("java", AGENT, "-cp", "x", "Main"), "java", "-cp", "x", "Main");
        assertCommand(words("/usr/lib/jvm/17/bin/java", AGENT), "/usr/lib/jvm/17/bin/java");
    }

    @Test
    void otherProgramsAreUntouched() {
        for (String program : new String[] {"javac", "/jdk/bin/javadoc", "java.sh", "mvn", "/java/x", "sh"}) {
            String[] command = {program, "java", "-version"};
            assertSame(command, apply(command));
        }
    }

    @Test
    void aCommandThatHasTheAgentIsUntouched() {
        String[] direct = {"java", "-javaagent:/x y/it's.jar=dir=/other", "Main"};
        assertSame(direct, apply(direct));
    }

    @Test
    void aJvmIsToldWhetherATestStartsIt() {
        JavaCommands ofTest = new JavaCommands("/x.jar", "dir=/d", () -> Below.TEST);
        JavaCommands ofBuild = new JavaCommands("/x.jar", "dir=/d", () -> Below.BUILD);
        String agent = "-javaagent:/x.jar=dir=/d";
        assertArrayEquals(words("java", agent + ",below=test", "Main"), apply(ofTest, "java", "Main"));
        assertArrayEquals(words("java", agent + ",below=build", "Main"), apply(ofBuild, "java", "Main"));
        // A test may pass its own JVM's arguments on.
        assertArrayEquals(
                words("java", agent + ",below=build,below=test", "Main"),
                apply(ofTest, "java", agent + ",below=build", "Main"));
        assertEquals(Below.TEST, Options.parse("dir=d,below=build,below=test").below);
    }

    @Test
    void aProgramThatWritesAnArchiveForATestOrAPluginIsLeftAlone(@TempDir Path folder) throws IOException {
        // As Surefire starts the tests of a module.
        Path file = folder.resolve("surefireargs1");
        Files.write(file, Arrays.asList("--module-path", "m", "org.apache.maven.surefire.booter.ForkedBooter"));
        JavaCommands ofTest = new JavaCommands("/x.jar", "dir=/d", () -> Below.TEST);
        JavaCommands ofMaven = new JavaCommands("/x.jar", "dir=/d", () -> Below.MAVEN);
        for (String option : new String[] {
            "-XX:ArchiveClassesAtExit=a.jsa", "-XX:AOTCacheOutput=a.aot", "-XX:+AutoCreateSharedArchive"
        }) {
            String[] writes = {"java", option, "-cp", "x", "Main"};
            assertSame(writes, apply(ofTest, writes), option);
            assertSame(writes, apply(ofMaven, writes), option);
            String[] ofTests = apply(ofMaven, "java", option, "-jar", "/t/surefirebooter1.jar", "/t");
            assertTrue(ofTests[1].startsWith("-javaagent:/x.jar"), "the tests of the build are recorded");
            String[] ofModule = apply(ofMaven, "java", option, "@" + file, "/t");
            assertTrue(ofModule[1].startsWith("-javaagent:/x.jar"), "those of a module, too");
        }
        String agent = "-javaagent:/x.jar=dir=/d,below=test";
        assertArrayEquals(
                words("java", agent, "-XX:SharedArchiveFile=a.jsa", "-XX:SharedArchiveFile=", "Main"),
                apply(ofTest, "java", "-XX:SharedArchiveFile=a.jsa", "Main"),
                "one that only reads an archive starts without it");
    }

    @Test
    void anotherAgentIsNoReason() {
        assertCommand(words("java", AGENT, "-javaagent:jacoco.jar", "Main"), "java", "-javaagent:jacoco.jar", "Main");
    }

    @Test
    void theCallersArrayIsNotWrittenTo() {
        String[] command = {"sh", "-c", "java Main"};
        apply(command);
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
        JavaCommands plain = new JavaCommands("C:\\a.jar", "dir=d", null);
        String[] command = {"cmd.exe", "/X", "/C", "\"java -jar x.jar\""};
        String[] expected = {"cmd.exe", "/X", "/C", "\"java -javaagent:C:\\a.jar=dir=d -jar x.jar\""};
        assertArrayEquals(expected, apply(plain, command));
        String[] several = {"cmd", "/c", "java", "Main"};
        assertSame(several, apply(plain, several));
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
        JavaCommands plain = new JavaCommands("/x.jar", "dir=/d", null);
        String[] command = {"/bin/sh", "-c", "java '-javaagent:/x.jar=dir=/d' Main"};
        assertSame(command, apply(plain, command));
    }

    @Test
    void optionsBeforeTheScriptAreSkippedAndScriptFilesLeftAlone() {
        assertCommand(words("/bin/bash", "-l", "-ec", "java " + QUOTED + " M"), "/bin/bash", "-l", "-ec", "java M");
        String[] file = {"sh", "run.sh", "-c", "java"};
        assertSame(file, apply(file));
    }

    /** With an agent these would exit at once, and no test would run. */
    @Test
    void aJavaThatTakesNoAgentIsUntouched(@TempDir Path folder) throws IOException {
        String image = java(folder.resolve("image"), "JAVA_VERSION=\"17.0.9\"\nMODULES=\"java.base java.logging\"\n");
        String old = java(folder.resolve("old"), "JAVA_VERSION=\"1.7.0_80\"\n");
        for (String java : new String[] {image, old}) {
            String[] direct = {java, "Main"};
            assertSame(direct, apply(direct));
            assertArrayEquals(words("sh", "-c", java + " Main"), apply(words("sh", "-c", java + " Main")));
        }
        String whole = java(folder.resolve("whole"), "JAVA_VERSION=\"9\"\nMODULES=\"java.base java.instrument\"\n");
        assertCommand(words(whole, AGENT, "Main"), whole, "Main");
        String eight = java(folder.resolve("jdk8"), "JAVA_VERSION=\"1.8.0_392\"\n");
        assertCommand(words(eight, AGENT, "Main"), eight, "Main");
    }

    /** A script finds it by its name in the path that the script's process has, or that the script sets. */
    @Test
    void aJavaOfThePathThatTakesNoAgentIsUntouched(@TempDir Path folder) throws IOException {
        String bin = Path.of(java(folder.resolve("image"), "MODULES=\"java.base java.logging\"\n"))
                .getParent()
                .toString();
        assertTrue(new File(bin, "java").setExecutable(true));
        Object path = Collections.singletonMap("PATH", bin + ":/usr/bin");
        String[] command = words("sh", "-c", "cd x && exec java Main");
        assertArrayEquals(command, (String[]) commands.apply(new Object[] {command, path, null}));
        assertScript("PATH=" + bin + ":$PATH; java Main", "PATH=" + bin + ":$PATH; java Main");
        assertScript("PATH=$(x); java " + QUOTED + " Main", "PATH=$(x); java Main");
        assertScript("java " + QUOTED + " PATH=" + bin + "; java " + QUOTED, "java PATH=" + bin + "; java");
    }

    private static final String[][] REMEDIES = {
        {"-XX:ArchiveClassesAtExit=a.jsa", "-XX:ArchiveClassesAtExit="},
        {"-XX:+AutoCreateSharedArchive", "-XX:-AutoCreateSharedArchive"},
        {"-XX:+RecordDynamicDumpInfo", "-XX:-RecordDynamicDumpInfo"},
        {"-XX:SharedArchiveFile=a.jsa", "-XX:SharedArchiveFile="},
        {"-XX:AOTCache=a.aot", "-XX:AOTMode=off"},
        {"-XX:AOTCacheOutput=a.aot", "-XX:AOTMode=off"},
        {"-XX:AOTMode=record", "-XX:AOTMode=off"},
    };

    /** With the agent these JVMs would not start, or print errors. */
    @Test
    void optionsThatNoAgentMayStandBesideAreSetAgainBehindThem() {
        for (String[] pair : REMEDIES) {
            assertCommand(
                    words("java", AGENT, pair[0], "-cp", "x", pair[1], "Main", "-cp"),
                    words("java", pair[0], "-cp", "x", "Main", "-cp"));
            assertCommand(
                    words("java", AGENT, pair[0], pair[1], "-jar", "x.jar"), words("java", pair[0], "-jar", "x.jar"));
            assertScript(
                    "cd x && java " + QUOTED + " " + pair[0] + " '" + pair[1] + "' -jar 'x y.jar' && ls",
                    "cd x && java " + pair[0] + " -jar 'x y.jar' && ls");
        }
        String on = "-Xshare:on";
        assertCommand(
                words("java", AGENT, on, REMEDIES[3][0], REMEDIES[3][1], "-Xshare:auto", "-m", "a/b.C"),
                words("java", on, REMEDIES[3][0], "-m", "a/b.C"));
        assertCommand(words("java", AGENT, on, "Main"), words("java", on, "Main"));
        assertCommand(words("java", AGENT, "Main", REMEDIES[0][0]), words("java", "Main", REMEDIES[0][0]));
        String[] undone = words("java", AGENT, REMEDIES[1][0], REMEDIES[1][1], "Main");
        assertCommand(undone, words("java", REMEDIES[1][0], REMEDIES[1][1], "Main"));
    }

    /** They run no program, so there is nothing to record. */
    @Test
    void aJvmThatOnlyWritesAnArchiveIsUntouched() {
        for (String[] command : new String[][] {
            {"java", "-Xshare:dump", "-XX:SharedArchiveFile=a.jsa", "-cp", "x"},
            {"java", "-XX:AOTMode=create", "-XX:AOTConfiguration=a", "-XX:AOTCache=b", "-cp", "x"}
        }) {
            assertSame(command, apply(command));
        }
        assertScript("java -Xshare:dump; java " + QUOTED + " A", "java -Xshare:dump; java A");
    }

    @Test
    void optionsAreReadInArgumentFilesAndOptionFiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("options"), "# options\n-cp \"x y\"\n" + REMEDIES[4][0]);
        Files.writeString(folder.resolve("all"), "-cp \"x\\\\y\" " + REMEDIES[4][0] + " Main 'a b'");
        assertInFolder(
                folder, words("java", AGENT, "@options", REMEDIES[4][1], "Main"), words("java", "@options", "Main"));
        assertInFolder(
                folder,
                words("java", AGENT, "-cp", "x\\y", REMEDIES[4][0], REMEDIES[4][1], "Main", "a b", "@options"),
                words("java", "@all", "@options"));
        assertInFolder(
                folder,
                words(
                        "sh",
                        "-c",
                        "java " + QUOTED + " '-cp' 'x\\y' '" + REMEDIES[4][0] + "' '" + REMEDIES[4][1]
                                + "' 'Main' 'a b'; ls"),
                words("sh", "-c", "java @all; ls"));
        String file = "-XX:VMOptionsFile=" + folder.resolve("options");
        assertInFolder(folder, words("java", AGENT, file, REMEDIES[4][1], "Main"), words("java", file, "Main"));
        assertInFolder(folder, words("java", AGENT, "@none", "Main"), words("java", "@none", "Main"));
    }

    @Test
    void optionsAreReadInFilesOfFlags(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("flags"), "# flags\n+AutoCreateSharedArchive\n-UsePerfData\n");
        String file = "-XX:Flags=" + folder.resolve("flags");
        String remedy = REMEDIES[1][1];
        assertInFolder(folder, words("java", AGENT, file, remedy, "Main"), words("java", file, "Main"));
        // The JVM reads them before all others.
        assertInFolder(folder, words("java", AGENT, remedy, file, "Main"), words("java", remedy, file, "Main"));
        assertArrayEquals(words("java", AGENT, remedy, "Main"), commands.apply(new Object[] {
            words("java", "Main"), Collections.singletonMap("JAVA_TOOL_OPTIONS", file), null
        }));
    }

    @Test
    void theLaunchersVariableMayNameArgumentFiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("options"), "-Da=b\n" + REMEDIES[4][0]);
        for (String[] expected : new String[][] {
            {"JDK_JAVA_OPTIONS", "java", AGENT, REMEDIES[4][1], "Main"}, {"JAVA_TOOL_OPTIONS", "java", AGENT, "Main"}
        }) {
            Object start = Collections.singletonMap(expected[0], "-Dc=d @" + folder.resolve("options"));
            assertArrayEquals(
                    Arrays.copyOfRange(expected, 1, expected.length),
                    commands.apply(new Object[] {words("java", "Main"), start, null}));
        }
    }

    private void assertInFolder(Path folder, String[] expected, String[] command) {
        assertArrayEquals(expected, commands.apply(new Object[] {command, Collections.emptyMap(), folder.toString()}));
    }

    @Test
    void optionsInVariablesAreOverruledAsFarAsPossible() {
        for (String variable : new String[] {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"}) {
            Object start = Collections.singletonMap(variable, "-Da='b c' " + REMEDIES[1][0]);
            assertArrayEquals(
                    words("java", AGENT, REMEDIES[1][1], "Main"),
                    commands.apply(new Object[] {words("java", "Main"), start, null}));
        }
        String[] command = words("java", "Main");
        Object last = Collections.singletonMap("_JAVA_OPTIONS", REMEDIES[1][0]);
        assertSame(command, commands.apply(new Object[] {command, last, null}), "nothing overrules it");
    }

    @Test
    void aSystemClassLoaderOfItsOwnGetsNoAgent() {
        String own = "-Djava.system.class.loader=a.Loader";
        String[] command = words("java", own, "Main");
        assertSame(command, apply(command));
        String[] overruled = words("java", own, "-Djava.system.class.loader=", "Main");
        assertEquals(AGENT, apply(overruled)[1]);
        assertEquals(AGENT, apply(words("java", "Main", own))[1], "an argument of the program");
    }

    private static String java(Path home, String release) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        Files.writeString(home.resolve("release"), release);
        return java.toString();
    }

    @Test
    void brokenCommandsPassThrough() {
        assertNull(commands.apply(new Object[] {null, null, null}));
        String[] empty = {};
        assertSame(empty, apply(empty));
        String[] hole = {"java", null};
        assertSame(hole, apply(hole));
    }

    /** Runs the quoted script in a real shell. */
    @Test
    void aShellReadsTheInsertedArgumentAsOneWord() throws IOException {
        String script = ShellScript.withAgent("java 'a b'", commands).replaceFirst("java", "printf '%s\\\\n'");
        Process process = new ProcessBuilder("/bin/sh", "-c", script).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(AGENT + "\na b\n", out);
    }

    private void assertScript(String expected, String script) {
        assertCommand(words("/bin/sh", "-c", expected), "/bin/sh", "-c", script);
    }

    private void assertCommand(String[] expected, String... command) {
        assertArrayEquals(expected, apply(command));
    }

    private String[] apply(String... command) {
        return apply(commands, command);
    }

    private static String[] apply(JavaCommands commands, String... command) {
        return commands.apply(new Object[] {command, Collections.emptyMap(), null});
    }

    private static String[] words(String... words) {
        return words;
    }
}
