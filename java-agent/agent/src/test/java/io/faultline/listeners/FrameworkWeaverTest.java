package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;

class FrameworkWeaverTest {
    private static final String DESCRIPTOR = "Lorg/junit/platform/engine/TestDescriptor;";

    @Test
    void nearlyAllClassesAreTurnedDownByName() {
        assertFalse(FrameworkWeaver.mayReport("org/x/Foo"));
        assertFalse(FrameworkWeaver.mayReport("org/junit/runner/Description"));
        assertTrue(FrameworkWeaver.mayReport("org/junit/runner/notification/RunNotifier"));
    }

    @Test
    void theNotifierOfJUnit4IsWovenInItsFiveReportingMethods() throws IOException {
        byte[] woven = FrameworkWeaver.weave(
                "org/junit/runner/notification/RunNotifier", bytes("org/junit/runner/notification/RunNotifier"), false);
        assertEquals(
                List.of(
                        "fireTestStarted 1",
                        "fireTestFailure 2",
                        "fireTestAssumptionFailed 3",
                        "fireTestIgnored 4",
                        "fireTestFinished 5"),
                calls(woven));
        assertVerifies(woven);
    }

    /** As a project may have one. */
    public static class OwnRunner extends org.junit.runner.Runner {
        @Override
        public org.junit.runner.Description getDescription() {
            return org.junit.runner.Description.EMPTY;
        }

        @Override
        public void run(org.junit.runner.notification.RunNotifier notifier) {}
    }

    @Test
    void aRunnerThatIsNotJUnitsIsWovenWhereItRuns() throws IOException {
        FrameworkWeaver.mayReport("org/junit/runner/RunWith");
        String own = OwnRunner.class.getName().replace('.', '/');
        assertTrue(FrameworkWeaver.mayRun(own, bytes(own)));
        byte[] woven = FrameworkWeaver.weave(own, bytes(own), false);
        assertEquals(List.of("run 0"), calls(woven));
        String core = "org/junit/runner/JUnitCore";
        assertFalse(FrameworkWeaver.mayRun(core, bytes(core)), "JUnit's own tell their tests elsewhere");
        String other = FrameworkWeaverTest.class.getName().replace('.', '/');
        assertFalse(FrameworkWeaver.mayRun(other, bytes(other)));
    }

    @Test
    void theResultOfJUnit3IsWovenInItsFourReportingMethods() throws IOException {
        byte[] woven = FrameworkWeaver.weave("junit/framework/TestResult", bytes("junit/framework/TestResult"), false);
        assertEquals(4, calls(woven).size());
        assertTrue(calls(woven).contains("endTest 13"));
        assertVerifies(woven);
    }

    @Test
    void nothingElseOfTheClassChanges() throws IOException {
        byte[] original = bytes("org/junit/runner/notification/RunNotifier");
        byte[] woven = FrameworkWeaver.weave("org/junit/runner/notification/RunNotifier", original, false);
        assertEquals(members(original), members(woven));
    }

    @Test
    void thePlatformsTaskPassesItsDescriptorBeforeTellingExtensionsAndWhereItThrows() throws IOException {
        String task = "org/junit/platform/engine/support/hierarchical/NodeTestTask";
        byte[] woven = FrameworkWeaver.weave(task, bytes(task), false);
        assertEquals(List.of("setParentContext 26", "execute 25", "execute 29", "reportCompletion 24"), calls(woven));
        assertVerifies(woven);
    }

    @Test
    void whatIsMadeOrCalledForParallelRunsOnlyAnnouncesThem() throws IOException {
        String executor = "org/junit/platform/engine/support/hierarchical/ForkJoinPoolHierarchicalTestExecutorService";
        byte[] made = FrameworkWeaver.weave(executor, bytes(executor), false);
        assertTrue(calls(made).contains("<init> " + Event.PARALLEL_IF));
        assertVerifies(made);
        String computer = "org/junit/experimental/ParallelComputer";
        byte[] called = FrameworkWeaver.weave(computer, bytes(computer), false);
        assertEquals(List.of("parallelize " + Event.PARALLEL), calls(called));
        assertVerifies(called);
    }

    @Test
    void whatMakesMessagesIsWovenAtBothEnds() throws IOException {
        List<String> jupiter = callsOf("org/junit/jupiter/api/AssertionFailureBuilder");
        assertTrue(
                jupiter.containsAll(List.of("build 61", "build 62", "formatValues 61", "formatValues 62")),
                jupiter.toString());
        assertTrue(
                callsOf("org/junit/jupiter/api/AssertNull").containsAll(List.of("failNotNull 61", "failNotNull 63")));
        assertTrue(
                callsOf("org/junit/jupiter/api/AssertNotEquals").containsAll(List.of("failEqual 61", "failEqual 63")));
        assertTrue(callsOf("org/junit/jupiter/api/AssertNotSame").containsAll(List.of("failSame 61", "failSame 63")));
        assertEquals(
                List.of("appendValue 61", "appendValue 62", "appendValue 62"), callsOf("org/hamcrest/BaseDescription"));
        assertTrue(callsOf("org/opentest4j/ValueWrapper").containsAll(List.of("create 61", "create 62")));
        List<String> junit4 = callsOf("org/junit/Assert");
        assertTrue(junit4.containsAll(List.of("format 61", "format 62")), junit4.toString());
        assertTrue(
                junit4.containsAll(List.of("failNotSame 61", "failNotSame 63", "failNotNull 63", "failEquals 63")),
                junit4.toString());
        assertTrue(callsOf("junit/framework/Assert").containsAll(List.of("format 61", "format 62", "failNotSame 63")));
    }

    private static List<String> callsOf(String formatter) throws IOException {
        assertTrue(FrameworkWeaver.mayReport(formatter));
        byte[] woven = FrameworkWeaver.weave(formatter, bytes(formatter), false);
        assertVerifies(woven);
        return calls(woven);
    }

    /** The developers of such a library look for faults in this code. */
    @Test
    void whatMakesMessagesAndIsRecordedItselfIsLeftAsItIs() throws IOException {
        assertNull(FrameworkWeaver.weave("org/junit/Assert", bytes("org/junit/Assert"), true));
    }

    @Test
    void aLibraryThatMakesItsMessagesElsewhereIsLeftAsItIs() {
        byte[] other =
                listener("org/junit/jupiter/api/AssertionFailureBuilder", Opcodes.ACC_PUBLIC, "java/lang/Runnable");
        assertNull(FrameworkWeaver.weave("org/junit/jupiter/api/AssertionFailureBuilder", other, false));
    }

    /** Such class files have no frames, and the writer rejects them. */
    @Test
    void classesOfBeforeJava6AreWovenWithoutFrames() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_1, Opcodes.ACC_PUBLIC, "junit/framework/Assert", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_STATIC,
                "failNotSame",
                "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)V",
                null,
                null);
        code.visitCode();
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 3);
        code.visitEnd();
        writer.visitEnd();
        byte[] woven = FrameworkWeaver.weave("junit/framework/Assert", writer.toByteArray(), false);
        assertEquals(List.of("failNotSame 61", "failNotSame 63", "failNotSame 63"), calls(woven));
        assertVerifies(woven);
    }

    @Test
    void whateverImplementsThePlatformsListenerIsWoven() {
        byte[] listener = listener("org/junit/platform/some/Composite", Opcodes.ACC_PUBLIC, Seams.PLATFORM_LISTENER);
        byte[] woven = FrameworkWeaver.weave("org/junit/platform/some/Composite", listener, false);
        assertNotNull(woven);
        assertEquals(List.of("executionStarted 21"), calls(woven));
        assertVerifies(woven);
    }

    @Test
    void otherClassesOfThePlatformAndTheInterfaceItselfAreNot() {
        byte[] other = listener("org/junit/platform/some/Other", Opcodes.ACC_PUBLIC, "java/lang/Runnable");
        assertNull(FrameworkWeaver.weave("org/junit/platform/some/Other", other, false));
        byte[] itself = listener(
                "org/junit/platform/some/Listener",
                Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
                Seams.PLATFORM_LISTENER);
        assertNull(FrameworkWeaver.weave("org/junit/platform/some/Listener", itself, false));
    }

    /** A loop to the first instruction must not report again, and primitive parameters are not passed. */
    @Test
    void theCallIsOutsideALoopThatBeginsTheMethod() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "org/testng/internal/Invoker", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_STATIC, "invokeMethod", "(JLjava/lang/Object;)Lorg/testng/ITestResult;", null, null);
        Label top = new Label();
        code.visitCode();
        code.visitLabel(top);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitVarInsn(Opcodes.LLOAD, 0);
        code.visitInsn(Opcodes.L2I);
        code.visitJumpInsn(Opcodes.IFEQ, top);
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(2, 3);
        code.visitEnd();
        writer.visitEnd();
        byte[] woven = FrameworkWeaver.weave("org/testng/internal/Invoker", writer.toByteArray(), false);
        assertEquals(List.of("invokeMethod " + Event.TESTNG_INVOKE), calls(woven));
        assertVerifies(woven);
        int[] jumps = new int[1];
        new ClassReader(woven)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    private Label afterCall;

                                    @Override
                                    public void visitLabel(Label label) {
                                        afterCall = label;
                                    }

                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        assertNull(afterCall, "the loop begins after the call");
                                    }

                                    @Override
                                    public void visitJumpInsn(int opcode, Label target) {
                                        jumps[0]++;
                                        assertEquals(afterCall, target);
                                    }
                                };
                            }
                        },
                        0);
        assertArrayEquals(new int[] {1}, jumps);
    }

    private static byte[] listener(String name, int access, String implemented) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, access, name, null, "java/lang/Object", new String[] {implemented});
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC, "executionStarted", "(" + DESCRIPTOR + ")V", null, null);
        code.visitCode();
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static byte[] bytes(String className) throws IOException {
        try (InputStream in = FrameworkWeaverTest.class.getClassLoader().getResourceAsStream(className + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Returns "method event" for each woven call. */
    private static List<String> calls(byte[] classFile) {
        List<String> calls = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String method,
                                    String descriptor,
                                    String signature,
                                    String[] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    private int pushed;

                                    @Override
                                    public void visitIntInsn(int opcode, int operand) {
                                        pushed = operand;
                                    }

                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String name, String type, boolean isInterface) {
                                        if (owner.equals("java/lang/$Faultline")) {
                                            calls.add(method + " " + pushed);
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return calls;
    }

    private static List<String> members(byte[] classFile) {
        List<String> members = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                members.add(access + " " + name + descriptor);
                                return null;
                            }
                        },
                        0);
        return members;
    }

    private static void assertVerifies(byte[] classFile) {
        StringWriter problems = new StringWriter();
        CheckClassAdapter.verify(
                new ClassReader(classFile),
                FrameworkWeaverTest.class.getClassLoader(),
                false,
                new PrintWriter(problems));
        assertEquals("", problems.toString());
    }
}
