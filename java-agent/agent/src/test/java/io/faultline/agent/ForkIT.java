package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.agent.ChildJvm.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes started by a JVM with {@code fork=true}. */
class ForkIT {
    private final ChildJvm jvm;

    ForkIT(@TempDir Path folder) {
        jvm = new ChildJvm(folder.toAbsolutePath().resolve("it's a project"))
                .source(
                        "classes",
                        "package p; public class Worker {\n public static void main(String[] a) {\n"
                                + "  System.out.println(\"worker\");\n }\n}")
                .source(
                        "test-classes",
                        "package p; import java.io.File; public class Starter {"
                                + " static final String JAVA = System.getProperty(\"java.home\") + \"/bin/java\";"
                                + " static int run(File dir, String... c) throws Exception {"
                                + "  return new ProcessBuilder(c).directory(dir).inheritIO().start().waitFor(); }"
                                + " public static void main(String[] a) throws Exception {"
                                + "  String cp = System.getProperty(\"java.class.path\"); File tmp = new File(\"/tmp\"); int code = 0;"
                                + "  if (a[0].equals(\"direct\")) code = run(tmp, JAVA, \"-cp\", cp, \"p.Worker\");"
                                + "  if (a[0].equals(\"shell\")) code = run(tmp, \"/bin/sh\", \"-c\","
                                + "   \"cd /tmp && '\" + JAVA + \"' '-cp' \\\"\" + cp + \"\\\" 'p.Worker'\");"
                                + "  if (a[0].equals(\"chain\")) code = run(tmp, JAVA, \"-cp\", cp, \"p.Starter\", \"direct\");"
                                + "  if (a[0].equals(\"exec\")) code = Runtime.getRuntime().exec(new String[] {JAVA, \"-cp\", cp, \"p.Worker\"}).waitFor();"
                                + "  if (a[0].equals(\"other\")) code = run(tmp, \"echo\", \"java\", \"-cp\");"
                                + "  if (a[0].equals(\"version\")) code = run(tmp, JAVA, \"-version\");"
                                + "  System.exit(code); } }");
    }

    @Test
    void aJavaProcessGetsTheAgentAndWritesToTheSameFolder() {
        expect("direct", "worker\n", 1);
    }

    @Test
    void soDoesOneStartedThroughAShell() {
        expect("shell", "worker\n", 1);
    }

    @Test
    void soDoesOneStartedByRuntimeExec() {
        expect("exec", "", 1);
    }

    @Test
    void soDoesTheChildOfAChild() {
        expect("chain", "worker\n", 1);
    }

    @Test
    void otherProgramsGetTheirArgumentsUnchanged() {
        expect("other", "java -cp\n", 0);
    }

    @Test
    void askingForTheVersionRecordsNothing() {
        expect("version", "", 0);
    }

    @Test
    void withoutTheOptionChildrenAreLeftAlone() {
        Result result = jvm.run("p.Starter", "direct");
        assertEquals("worker\n", result.out);
        assertEquals(0, jvm.recorded("Worker.java"));
    }

    private void expect(String how, String out, int recordings) {
        Result result = jvm.options("fork=true").run("p.Starter", how);
        assertEquals(out, result.out, result.err);
        assertEquals(0, result.exit);
        assertEquals(recordings, jvm.recorded("Worker.java"));
    }
}
