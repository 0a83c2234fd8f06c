package io.faultline.mutants.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import io.faultline.mutants.weave.Changed;
import io.faultline.mutants.weave.ClassHash;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests both jars in a separate JVM: what the application sees, and which loaders have our classes. */
class AgentIT {
    private static final String PROGRAM = String.join(
            "\n",
            "import io.faultline.mutants.agent.*;",
            "import io.faultline.mutants.boot.*;",
            "import io.faultline.mutants.weave.*;",
            "public class Program {",
            "  static final StringBuilder told = new StringBuilder();",
            "  public static void main(String[] a) throws Exception {",
            "    Agent.deliverTo(new Sink() {",
            "      public void woven(Woven w) { told.append(w.name + ' ' + (w.mutants.size() > 0)); }",
            "      public void stale(int n, String name, long hash) { told.append(\"stale\"); }",
            "      public void refused(int n, String name, String why) { told.append(why); }",
            "    });",
            "    System.out.println(\"plain \" + Shop.price(3));",
            "    System.out.println(told);",
            "    System.out.println(\"boot \" + (Site.class.getClassLoader() == null) + \" \" + (Agent.class.getClassLoader() == ClassLoader.getSystemClassLoader()));",
            "    Site.active = Site.mutant(7, Integer.parseInt(a[0]));",
            "    System.out.println(\"mutant \" + Shop.price(3));",
            "    Site.active = 0;",
            "    Fuel.set(1000);",
            "    try { Shop.forever(); } catch (Fuel.Spent e) { System.out.println(\"spent \" + Fuel.spent()); }",
            "    Fuel.refill();",
            "    Site.throwOnExit = true;",
            "    for (int i = 0; i < 4; i++) {",
            "      try { Shop.leave(i); } catch (Exited e) { System.out.println(\"exit \" + e.status); }",
            "    }",
            "    System.out.println(Site.exits() + \" \" + Agent.failures());",
            "    Site.throwOnExit = false;",
            "    Shop.leave(0);",
            "  }",
            "}");

    private static final String SHOP = String.join(
            "\n",
            "public class Shop {",
            "  static int price(int n) { return n * 2; }",
            "  static void forever() { while (true) { } }",
            "  static void leave(int how) {",
            "    java.util.function.IntConsumer exit = System::exit;",
            "    if (how == 0) System.exit(40);",
            "    if (how == 1) Runtime.getRuntime().exit(41);",
            "    if (how == 2) Runtime.getRuntime().halt(42);",
            "    exit.accept(43);",
            "  }",
            "}");

    /** A loader that asks only itself, and whose class of the shop is not the compiled one. */
    private static final String OWN = String.join(
            "\n",
            "import io.faultline.mutants.agent.*;",
            "import io.faultline.mutants.boot.*;",
            "import io.faultline.mutants.weave.*;",
            "import java.nio.file.*;",
            "public class Own extends ClassLoader {",
            "  static final StringBuilder told = new StringBuilder();",
            "  @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {",
            "    if (name.startsWith(\"java.\")) return super.loadClass(name, resolve);",
            "    try {",
            "      byte[] bytes = Files.readAllBytes(Paths.get(System.getProperty(\"changed\"), name + \".class\"));",
            "      return defineClass(name, bytes, 0, bytes.length);",
            "    } catch (java.io.IOException none) { throw new ClassNotFoundException(name); }",
            "  }",
            "  public static void main(String[] a) throws Exception {",
            "    Agent.deliverTo(new Sink() {",
            "      public void woven(Woven w) { told.append(w.name + ' ' + w.methods[0] + ' ' + (w.mutants.size() > 0)); }",
            "      public void stale(int n, String name, long hash) { told.append(\"stale\"); }",
            "      public void refused(int n, String name, String why) { told.append(why); }",
            "    });",
            "    java.lang.reflect.Method price = new Own().loadClass(\"Shop\").getDeclaredMethod(\"price\", int.class);",
            "    price.setAccessible(true);",
            "    System.out.println(\"plain \" + price.invoke(null, 3));",
            "    System.out.println(told);",
            "    for (java.lang.reflect.Method of : price.getDeclaringClass().getDeclaredMethods())",
            "      if (of.getName().equals(\"added\")) System.out.println(\"changed\");",
            "    Site.active = Site.mutant(7, Integer.parseInt(a[0]));",
            "    System.out.println(\"mutant \" + price.invoke(null, 3) + \" \" + Agent.failures());",
            "  }",
            "}");

    @TempDir
    Path folder;

    @Test
    void aClassThatALoaderChangesAndDefinesItselfHasTheMutantsOfTheCompiledOne() throws Exception {
        String jar = System.getProperty("mutants.jar");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path changed = Files.createDirectories(folder.resolve("changed"));
        Map<String, byte[]> shop = Compilation.of("Shop", SHOP, 8);
        write(classes, shop);
        write(changed, Map.of("Shop", Changed.of(shop.get("Shop"))));
        String path = jar + File.pathSeparator + jar.replace("mutants.jar", "mutants-boot.jar");
        write(classes, Compilation.of("Own", OWN, 8, "-cp", path));
        Path settings = folder.resolve("settings");
        Files.write(
                settings,
                List.of(
                        "results\tnone",
                        "pair\tnone",
                        "origin\t17\t4711\ta test",
                        "target\t7\tShop\t" + Long.toHexString(ClassHash.of(shop.get("Shop"))) + "\t2"));
        Process process = start(
                settings.toString(), "-Dchanged=" + changed, "-cp", classes.toString(), "Own", plusForTimes(shop));
        assertEquals(List.of("plain 6", "Shop <init> true", "changed", "mutant 5 0"), said(process));
    }

    @Test
    void theJarsMutateATargetAndCatchLoopsAndExits() throws Exception {
        String jar = System.getProperty("mutants.jar");
        String boot = jar.replace("mutants.jar", "mutants-boot.jar");
        Path classes = Files.createDirectories(folder.resolve("cla sses"));
        Map<String, byte[]> shop = Compilation.of("Shop", SHOP, 8);
        write(classes, shop);
        String path = jar + File.pathSeparator + boot + File.pathSeparator + classes;
        write(classes, Compilation.of("Program", PROGRAM, 8, "-cp", path));
        Path settings = folder.resolve("set tings+%");
        Files.write(
                settings,
                List.of(
                        "results\tnone",
                        "pair\tnone",
                        "origin\t17\t4711\ta test",
                        "target\t7\tShop\t" + Long.toHexString(ClassHash.of(shop.get("Shop"))) + "\t2",
                        "fuel\t" + classes));
        String encoded =
                settings.toString().replace("%", "%25").replace(" ", "%20").replace(",", "%2C");
        Process process = start(encoded, "-cp", classes.toString(), "Program", plusForTimes(shop));
        assertEquals(
                List.of(
                        "plain 6",
                        "Shop true",
                        "boot true true",
                        "mutant 5",
                        "spent true",
                        "exit 40",
                        "exit 41",
                        "exit 42",
                        "exit 43",
                        "4 0"),
                said(process));
        assertEquals(40, process.exitValue());
    }

    /** Starts a JVM with the agent, whose settings this option names. */
    private Process start(String option, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xverify:all");
        command.add("-javaagent:" + System.getProperty("mutants.jar") + "=" + option);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    /** The lines of a JVM that has ended, without warnings. */
    private List<String> said(Process process) throws Exception {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        List<String> lines = Files.readAllLines(folder.resolve("output"), StandardCharsets.UTF_8);
        lines.removeIf(line -> line.contains("warning"));
        return lines;
    }

    /** The number of the mutant that replaces multiplication by addition. */
    private static String plusForTimes(Map<String, byte[]> classes) {
        java.util.BitSet lines = new java.util.BitSet();
        lines.set(2);
        return io.faultline.mutants.weave.Schemata.weave(classes.get("Shop"), 7, lines, true).mutants.stream()
                .filter(mutant -> mutant.words.equals("`+` for `*`"))
                .map(mutant -> Integer.toString(mutant.number))
                .findFirst()
                .orElseThrow();
    }

    private static void write(Path folder, Map<String, byte[]> classes) throws Exception {
        for (Map.Entry<String, byte[]> type : classes.entrySet()) {
            Files.write(folder.resolve(type.getKey() + ".class"), type.getValue());
        }
    }
}
