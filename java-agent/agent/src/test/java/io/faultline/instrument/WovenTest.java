package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** What the core weaves is what the weaver in Java writes. */
class WovenTest {
    private int same;
    private int left;
    private final List<String> different = new ArrayList<>();

    /** One of so many classes is compared; {@code -Dwoven.each=1} for all, in some minutes. */
    private static final int EACH = Integer.getInteger("woven.each", 5);

    private int seen;

    private void sample(String name, byte[] original, boolean scoped) {
        if (seen++ % EACH == (scoped ? 1 : 0) % EACH) {
            compare(name, original, scoped);
        }
    }

    private void compare(String name, byte[] original, boolean scoped) {
        try {
            OpenClass open = OpenClass.read(original);
            byte[] woven = Woven.of(original, open, BootClasses.CHUNK, scoped);
            if (woven == null) {
                left++;
                return;
            }
            String expected = Woven.text(open.instrument(1, BootClasses.CHUNK, 0, scoped));
            String actual = Woven.text(woven);
            if (expected.equals(actual)) {
                same++;
            } else if (different.size() < 5) {
                different.add(name + "\n" + String.join("\n", Woven.difference(expected, actual)));
            }
        } catch (Refused refused) {
            // Nothing is woven into it.
        }
    }

    private void isTheSame(int least) {
        System.out.println(same + " classes the same, " + left + " left to Java");
        assertEquals(List.of(), different);
        assertTrue(same >= least, same + " classes");
        assertTrue(left <= same / 500, left + " left to Java");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void classesOfManyCompilers(boolean scoped) throws Exception {
        for (Path jar : Archives.jarsBelow(List.of(EverythingTest.jars()))) {
            Archives.classesOf(jar).forEach((name, bytes) -> sample(name, bytes, scoped));
        }
        isTheSame(10_000 / EACH);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void classesOfTheJdk(boolean scoped) throws Exception {
        for (Path file : Archives.classesOfModule(System.getProperty("woven.module", "java.base"))) {
            sample(file.toString(), Files.readAllBytes(file), scoped);
        }
        isTheSame(5_000 / EACH);
    }

    /** A loop that begins at the first instruction, switches at every padding, a line that begins with a jump. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oddCode(boolean scoped) {
        for (int padding = 0; padding < 4; padding++) {
            int before = padding;
            byte[] odd = new Assembled("Odd", Opcodes.V1_8)
                    .with("m", "(I)V", 2, 2, code -> {
                        Label loop = new Label();
                        Label on = new Label();
                        Label end = new Label();
                        code.visitLabel(loop);
                        code.visitLineNumber(7, loop);
                        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                        for (int at = 0; at < before; at++) {
                            code.visitInsn(Opcodes.NOP);
                        }
                        code.visitVarInsn(Opcodes.ILOAD, 1);
                        code.visitTableSwitchInsn(0, 1, end, loop, on);
                        code.visitLabel(on);
                        code.visitLineNumber(8, on);
                        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                        code.visitJumpInsn(Opcodes.GOTO, end);
                        code.visitLabel(end);
                        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                        code.visitVarInsn(Opcodes.ILOAD, 1);
                        code.visitLookupSwitchInsn(loop, new int[] {-1, 5}, new Label[] {on, loop});
                    })
                    .bytes();
            compare("odd " + padding, odd, scoped);
        }
        assertEquals(List.of(), different);
        assertEquals(4, same);
    }

    @Test
    void damagedFilesAreLeftToJava() throws Exception {
        byte[] good = Files.readAllBytes(
                Path.of(WovenTest.class.getResource("WovenTest.class").toURI()));
        OpenClass open = OpenClass.read(good);
        for (int length = 0; length < good.length; length += 7) {
            byte[] cut = java.util.Arrays.copyOf(good, length);
            assertEquals(null, Woven.of(cut, open, BootClasses.CHUNK, false), length + " bytes");
        }
    }
}
