package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Classes without probes report entry to and exit from their initialisers, and are otherwise unchanged. */
class InitialiserBracketTest {
    private static final int NUMBER = 0x6000_0000;

    private final List<Integer> calls = new ArrayList<>();

    @AfterEach
    void stopListening() throws Exception {
        BootClasses.onInitialiser(null);
    }

    /** The output of the class with its bracket, which must equal the output without. */
    private String run(String body, int release) throws Exception {
        BootClasses.onInitialiser(calls::add);
        Map<String, byte[]> classes = Compilation.of("Main", "public class Main {\n" + body + "\n}\n", release);
        Map<String, byte[]> bracketed = new HashMap<>(classes);
        for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
            InitialiserBracket bracket = InitialiserBracket.of(entry.getValue());
            if (bracket.isWanted()) {
                bracketed.put(entry.getKey(), bracket.around(NUMBER));
            }
        }
        String printed = Run.output(loader(bracketed), "Main");
        assertEquals(Run.output(loader(classes), "Main"), printed);
        return printed;
    }

    private static ClassLoader loader(Map<String, byte[]> classes) {
        return new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }

    @Test
    void anInitialiserWithBranchesLoopsAndHandlersIsEnteredAndLeft() throws Exception {
        String body = "static int x;\nstatic {\n for (String s : new String[] {\"1\", \"y\", \"3\"}) {\n  try {\n"
                + "   x += s.length() > 1 ? 0 : Integer.parseInt(s);\n  } catch (NumberFormatException e) { x += 100; }\n }\n}\n"
                + "public static void main(String[] a) { System.out.println(x); }";
        assertEquals("104", run(body, 8).trim());
        assertEquals(List.of(NUMBER, ~NUMBER), calls);
        calls.clear();
        run(body, 17);
        assertEquals(List.of(NUMBER, ~NUMBER), calls);
    }

    @Test
    void oneThatThrowsIsLeftOnceAndItsErrorStaysAsItIs() throws Exception {
        String body = "static class Bad {\n static int y = Integer.parseInt(\"x\");\n}\n"
                + "public static void main(String[] a) {\n for (int i = 0; i < 2; i++) {\n"
                + "  try { System.out.println(Bad.y); } catch (Throwable e) { e.printStackTrace(System.out); }\n }\n}";
        String printed = run(body, 11);
        assertTrue(printed.startsWith("java.lang.ExceptionInInitializerError"), printed);
        assertEquals(List.of(NUMBER, ~NUMBER), calls);
    }

    @Test
    void classesWithoutOneAndThoseThatHaveABracketAreLeftAlone() throws Exception {
        Map<String, byte[]> classes = Compilation.of(
                "Main",
                "class Main { static final int N = 1; void run() {} static class In { static Object o = new Object(); } }",
                8);
        assertFalse(InitialiserBracket.of(classes.get("Main")).isWanted());
        byte[] changed = InitialiserBracket.of(classes.get("Main$In")).around(NUMBER);
        assertFalse(InitialiserBracket.of(changed).isWanted());
    }

    @Test
    void supertypesAreNamedAsTheClassFileHasThem() throws Exception {
        Map<String, byte[]> classes = Compilation.of(
                "a.Main",
                "package a; abstract class Main extends Thread implements Runnable, java.util.Set<String> {}",
                8);
        assertArrayEquals(
                new String[] {"java.lang.Thread", "java.lang.Runnable", "java.util.Set"},
                InitialiserBracket.of(classes.get("a.Main")).supertypes());
    }
}
