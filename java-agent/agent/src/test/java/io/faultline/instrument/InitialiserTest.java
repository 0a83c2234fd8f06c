package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every entry to a static initialiser is reported, and every exit exactly once. */
class InitialiserTest {
    private final List<Integer> calls = new ArrayList<>();

    @BeforeEach
    void listen() throws Exception {
        BootClasses.onInitialiser(calls::add);
    }

    @AfterEach
    void stopListening() throws Exception {
        BootClasses.onInitialiser(null);
    }

    private List<String> run(String body) throws Exception {
        String source = "public class Main {\n" + body + "\n}\n";
        Map<String, byte[]> classes = Compilation.of("Main", source, 8);
        Probed probed = new Probed(classes, Probes.SHARED);
        String printed = Run.output(probed, "Main");
        assertEquals(Run.output(new Probed(classes, Probes.NONE), "Main"), printed);
        List<String> named = new ArrayList<>();
        for (int call : calls) {
            int id = call < 0 ? ~call : call;
            String name = classes.keySet().stream()
                    .filter(candidate -> probed.planOf(candidate) != null)
                    .filter(candidate -> probed.idOf(candidate) == id)
                    .findAny()
                    .orElseThrow();
            named.add((call < 0 ? "exit " : "enter ") + name);
        }
        return named;
    }

    @Test
    void aPlainInitialiserIsEnteredAndLeft() throws Exception {
        String body = "static int x = Integer.parseInt(\"1\");\n"
                + "public static void main(String[] a) { System.out.println(x); }";
        assertEquals(List.of("enter Main", "exit Main"), run(body));
    }

    @Test
    void classesWithoutInitialiserAnnounceNothing() throws Exception {
        assertEquals(List.of(), run("public static void main(String[] a) { System.out.println(); }"));
    }

    @Test
    void nestedInitialisersNest() throws Exception {
        String body = "static class Inner {\n static int y = Integer.parseInt(\"2\");\n}\n"
                + "static int x = Inner.y;\n"
                + "public static void main(String[] a) { System.out.println(x); }";
        assertEquals(List.of("enter Main", "enter Main$Inner", "exit Main$Inner", "exit Main"), run(body));
    }

    @Test
    void initialisersThatThrowAreLeftOnce() throws Exception {
        String body = "static class Bad {\n static int y = Integer.parseInt(\"x\");\n}\n"
                + "public static void main(String[] a) {\n try { System.out.println(Bad.y); }\n"
                + " catch (ExceptionInInitializerError e) { e.printStackTrace(System.out); }\n}";
        assertEquals(List.of("enter Main$Bad", "exit Main$Bad"), run(body));
    }

    @Test
    void theUsersOwnHandlersComeFirst() throws Exception {
        String body = "static class Careful {\n static int y;\n static {\n  try { y = Integer.parseInt(\"x\"); }\n"
                + "  catch (NumberFormatException e) { System.out.println(\"mine\"); }\n }\n}\n"
                + "public static void main(String[] a) { System.out.println(Careful.y); }";
        assertEquals(List.of("enter Main$Careful", "exit Main$Careful"), run(body));
    }

    @Test
    void interfacesAndEnumsAreBracketedToo() throws Exception {
        String body = "interface Made {\n Object ONE = new Object();\n}\nenum Choice { A, B }\n"
                + "public static void main(String[] a) {\n"
                + " System.out.println(Choice.valueOf(\"B\")); System.out.println(Made.ONE != null); }";
        assertEquals(List.of("enter Main$Choice", "exit Main$Choice", "enter Main$Made", "exit Main$Made"), run(body));
    }

    @Test
    void anExitThatThrowsIsNotRepeated() throws Exception {
        BootClasses.onInitialiser(id -> {
            calls.add(id);
            if (id < 0) {
                throw new StackOverflowError();
            }
        });
        String source = "public class Main {\n static int x = Integer.parseInt(\"1\");\n"
                + " public static void main(String[] a) { System.out.println(x); }\n}\n";
        Run.output(new Probed(Compilation.of("Main", source, 8), Probes.SHARED), "Main");
        assertEquals(2, calls.size());
    }
}
