package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bridge methods are not recorded, because nobody wrote them. */
class BridgeTest {
    private static final String SOURCE = String.join(
            "\n",
            "import java.util.function.*;",
            "abstract class Part {",
            "    public int size() { return 1; }",
            "    public int compareTo(Bridges other) { return 0; }",
            "}",
            "public class Bridges extends Part implements Supplier<String>, BinaryOperator<String>, Comparable<Bridges> {",
            "    public String get() { return null; }",
            "    public String apply(String one, String two) { return one; }",
            "    public String apply(String one) { return one; }",
            "}",
            "abstract class Open implements Supplier<String> {",
            "    public abstract String get();",
            "    public void code() {}",
            "}");

    @Test
    void bridgesToMethodsOfTheirOwnClassAreNotRecorded() throws Exception {
        Map<String, byte[]> classes = Compilation.of("Bridges", SOURCE, 8);
        // Bridges to inherited methods are kept: no other method records that the class was touched.
        assertEquals(
                List.of(
                        "<init>()V",
                        "apply(Ljava/lang/String;)Ljava/lang/String;",
                        "apply(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
                        "compareTo(LBridges;)I",
                        "compareTo(Ljava/lang/Object;)I",
                        "get()Ljava/lang/String;",
                        "size()I"),
                recorded(classes.get("Bridges")));
        // Nothing in this class runs if a subclass overrides the target method.
        assertEquals(List.of("<init>()V", "code()V", "get()Ljava/lang/Object;"), recorded(classes.get("Open")));
    }

    @Test
    void theirCodeStaysAsItWas() throws Exception {
        byte[] bytes = Compilation.of("Bridges", SOURCE, 8).get("Bridges");
        for (boolean scoped : new boolean[] {false, true}) {
            byte[] probed = Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 1, 0, 64, scoped);
            assertArrayEquals(
                    lengths(bytes, "apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
                    lengths(probed, "apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"));
        }
    }

    private static List<String> recorded(byte[] bytes) throws Exception {
        ClassPlan plan = Instrumenter.plan(bytes);
        List<String> names = new ArrayList<>();
        for (int at = 0; at < plan.methods.length; at += 2) {
            names.add(plan.methods[at] + plan.methods[at + 1]);
        }
        names.sort(null);
        return names;
    }

    /** Returns the code lengths of methods with this name and descriptor. */
    private static int[] lengths(byte[] bytes, String wanted) throws Exception {
        ClassLayout layout = ClassLayout.read(bytes);
        return Arrays.stream(layout.methods)
                .filter(method -> (method.name + method.descriptor).equals(wanted))
                .mapToInt(method -> method.codeLength)
                .toArray();
    }
}
