package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

class ClassDetailsTest {
    private static final String SMAP = "SMAP\nA.kt\nKotlin\n*S Kotlin\n*F\n+ 1 A.kt\na/A\n*L\n1#1,9:1\n*E\n";

    @Test
    void theSuperclassIsNamedUnlessItIsOfTheJdk() throws Refused {
        assertEquals("a.Base", details("a/Base", null).superclass);
        assertNull(details("java/lang/Object", null).superclass);
        assertNull(details("java/util/AbstractList", null).superclass);
    }

    @Test
    void everyLineSaysOfWhichClassesItUsesStaticFieldsOnce() throws Refused {
        ClassDetails details = details("java/lang/Object", null);
        assertArrayEquals(new String[] {"a.Config", "a.Other"}, details.owners);
        List<String> uses = new ArrayList<>();
        for (int at = 0; at < details.slots.length; at++) {
            uses.add(details.slots[at] + " " + details.owners[details.used[at]]);
        }
        // Line 10 is slot 0, line 20 slot 1; the class itself and the JDK are omitted.
        assertEquals(List.of("1 a.Config", "0 a.Other", "1 a.Other"), uses);
    }

    @Test
    void methodsBehindABridgeSayWhatTheyUse() throws Exception {
        String source = "public class A implements java.util.function.Supplier<String> {\n"
                + "    public String get() { return null; }\n"
                + "    static int late() { return Config.x; }\n"
                + "}\n"
                + "class Config { static int x; }\n";
        ClassReader reader = new ClassReader(Compilation.of("A", source, 8).get("A"));
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        node.methods.sort(
                Comparator.comparing(method -> (method.access & Opcodes.ACC_BRIDGE) == 0)); // the bridge first
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        ClassDetails details = of(writer);
        assertArrayEquals(new String[] {"Config"}, details.owners);
        ClassPlan plan = Instrumenter.plan(writer.toByteArray());
        assertEquals(3, plan.lines[details.slots[0]]);
    }

    @Test
    void onlyMapsToOtherLinesThanJavasAreKept() throws Refused {
        assertEquals(SMAP, details("java/lang/Object", SMAP).debug);
        String translated = SMAP.replace("Kotlin", "JSP");
        assertEquals(translated, details("java/lang/Object", translated).debug);
        assertNull(details("java/lang/Object", SMAP.replace("Kotlin", "Java")).debug);
    }

    @Test
    void aClassOfItsOwnHasNothingToTell() throws Refused {
        ClassWriter writer = open("java/lang/Object", null);
        MethodVisitor code = method(writer);
        line(code, 10);
        finish(writer, code);
        assertTrue(of(writer).isEmpty());
    }

    private static ClassDetails details(String superclass, String smap) throws Refused {
        ClassWriter writer = open(superclass, smap);
        MethodVisitor code = method(writer);
        line(code, 20);
        use(code, "a/Config");
        use(code, "a/Config");
        line(code, 10);
        use(code, "a/Other");
        use(code, "a/A");
        use(code, "java/lang/System");
        line(code, 20);
        use(code, "a/Config");
        use(code, "a/Other");
        finish(writer, code);
        return of(writer);
    }

    private static ClassDetails of(ClassWriter writer) throws Refused {
        byte[] classFile = writer.toByteArray();
        return ClassDetails.of(classFile, Instrumenter.plan(classFile));
    }

    private static ClassWriter open(String superclass, String smap) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "a/A", null, superclass, null);
        writer.visitSource("A.kt", smap);
        return writer;
    }

    private static MethodVisitor method(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
        code.visitCode();
        return code;
    }

    private static void line(MethodVisitor code, int line) {
        Label label = new Label();
        code.visitLabel(label);
        code.visitLineNumber(line, label);
        code.visitInsn(Opcodes.NOP);
    }

    private static void use(MethodVisitor code, String owner) {
        code.visitFieldInsn(Opcodes.GETSTATIC, owner, "f", "I");
        code.visitInsn(Opcodes.POP);
    }

    private static void finish(ClassWriter writer, MethodVisitor code) {
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
    }
}
