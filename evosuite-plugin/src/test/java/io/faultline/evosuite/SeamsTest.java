package io.faultline.evosuite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.SeamMissing;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;

class SeamsTest {
    private static final Distribution RELEASED = Woven.released();

    static List<Seam> seams() {
        return Woven.seams();
    }

    @ParameterizedTest
    @MethodSource("seams")
    void aSeamChangesEachOfItsClassesInTheReleasedJar(Seam seam) throws IOException {
        List<String> classes = seam.classes(RELEASED);
        assertFalse(classes.isEmpty());
        for (String name : classes) {
            byte[] before = RELEASED.read(name);
            assertNotNull(before, name);
            assertFalse(Arrays.equals(before, seam.weave(RELEASED, name, before)), name);
        }
    }

    @ParameterizedTest
    @MethodSource("seams")
    void aWovenClassVerifies(Seam seam) throws IOException {
        for (String name : seam.classes(RELEASED)) {
            byte[] woven = seam.weave(RELEASED, name, RELEASED.read(name));
            StringWriter problems = new StringWriter();
            CheckClassAdapter.verify(
                    new ClassReader(woven), getClass().getClassLoader(), false, new PrintWriter(problems));
            assertEquals("", problems.toString(), name);
        }
    }

    @ParameterizedTest
    @MethodSource("seams")
    void aSeamThatFindsNotItsPlaceSaysWhichOne(Seam seam) {
        for (String name : seam.classes(RELEASED)) {
            ClassWriter empty = new ClassWriter(0);
            empty.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
            SeamMissing missing =
                    assertThrows(SeamMissing.class, () -> seam.weave(RELEASED, name, empty.toByteArray()));
            assertTrue(missing.getMessage().startsWith(name.replace('/', '.')), missing.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("seams")
    void aSeamSaysWhatItIsFor(Seam seam) {
        assertFalse(seam.place.isEmpty() || seam.change.isEmpty() || seam.without.isEmpty());
    }

    @Test
    void seamsOnOneClassGoTogether() throws IOException {
        Set<String> names = new HashSet<>();
        for (Seam seam : seams()) {
            names.addAll(seam.classes(RELEASED));
        }
        for (String name : names) {
            byte[] woven = RELEASED.read(name);
            List<Class<?>> through = new ArrayList<>();
            for (Seam seam : seams()) {
                if (seam.classes(RELEASED).contains(name)) {
                    woven = seam.weave(RELEASED, name, woven);
                    through.add(seam.getClass());
                }
            }
            StringWriter problems = new StringWriter();
            CheckClassAdapter.verify(
                    new ClassReader(woven), getClass().getClassLoader(), false, new PrintWriter(problems));
            assertEquals("", problems.toString(), name + " through " + through);
        }
    }
}
