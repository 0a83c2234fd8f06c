package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Task classes of the running JDK. */
class TaskHookTest {
    @Test
    void everyPlaceIsFoundInThisJdk() throws Exception {
        List<String> found = new ArrayList<>();
        for (String name : TaskHook.CLASSES) {
            for (String method : calls(TaskHook.weave(name, bytes(name)))) {
                found.add(name.substring(name.lastIndexOf('/') + 1) + "." + method);
            }
        }
        for (String wanted : List.of(
                "ThreadPoolExecutor.execute",
                "ThreadPoolExecutor.reject",
                "ThreadPoolExecutor.runWorker",
                "ThreadPoolExecutor.beforeExecute",
                "ThreadPoolExecutor.getTask",
                "ForkJoinTask.<init>",
                "ForkJoinTask.doExec",
                "FutureTask.<init>",
                "FutureTask.run",
                "FutureTask.runAndReset",
                "TimerTask.<init>",
                "TimerThread.mainLoop",
                "CompletableFuture$AsyncRun.run",
                "CompletableFuture$AsyncSupply.run",
                "CompletableFuture$Completion.run",
                "CompletableFuture$UniApply.tryFire",
                "CompletableFuture$BiAccept.tryFire",
                "HttpClientImpl$SelectorManager.run",
                "Thread.<init>")) {
            assertTrue(found.contains(wanted), wanted + " in " + found);
        }
    }

    @Test
    void nothingButCallsIsAdded() throws Exception {
        for (String name : TaskHook.CLASSES) {
            assertEquals(members(bytes(name)), members(TaskHook.weave(name, bytes(name))), name);
        }
    }

    private static byte[] bytes(String name) throws Exception {
        String module = name.startsWith("jdk/internal/net/http") ? "java.net.http" : "java.base";
        try (InputStream in = ModuleLayer.boot().findModule(module).get().getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Returns the methods with woven calls. */
    private static List<String> calls(byte[] woven) {
        List<String> calls = new ArrayList<>();
        new ClassReader(woven)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String method, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String name, String of, boolean isInterface) {
                                        if (owner.equals("java/lang/$Faultline")) {
                                            calls.add(method);
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
                                    int access, String method, String descriptor, String signature, String[] thrown) {
                                members.add(access + method + descriptor);
                                return null;
                            }
                        },
                        0);
        return members;
    }
}
