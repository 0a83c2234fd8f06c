package model;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs programs, and writes what the interpreter says of them.
 *
 * <p>{@code Model OUT MODE SEED COUNT COPIES WITHOUT}: programs of {@code COUNT} seeds from {@code SEED}, each
 * {@code COPIES} times, without the actions of these numbers (separated by commas, or {@code -}). {@code MODE} says how
 * tests are reported: {@code notifier}, {@code engine}, or {@code engine-first} where nothing overlapped before.
 */
public final class Model {
    private Model() {}

    public static void main(String[] arguments) throws Exception {
        Path out = Path.of(arguments[0]);
        String mode = arguments[1];
        long seed = Long.parseLong(arguments[2]);
        int count = Integer.parseInt(arguments[3]);
        int copies = Integer.parseInt(arguments[4]);
        Set<Integer> without = arguments[5].equals("-")
                ? Set.of()
                : Arrays.stream(arguments[5].split(",")).map(Integer::valueOf).collect(Collectors.toSet());
        Cells.find();
        StringWriter expected = new StringWriter();
        Interpreter interpreter = new Interpreter(new PrintWriter(expected));
        if (!mode.equals("engine-first")) {
            new Change(interpreter, seed).run();
        }
        Runner runner = new Runner();
        Map<String, Program> programs = new LinkedHashMap<>();
        StringBuilder texts = new StringBuilder();
        for (int copy = 0; copy < copies; copy++) {
            for (int i = 0; i < count && Cells.areLeft(); i++) {
                Program program = new Program(seed + i, without);
                program.number(Cells::next);
                programs.put("s" + (seed + i) + "c" + copy, program);
                if (copy == 0) {
                    texts.append(program);
                }
            }
        }
        Files.write(out.resolve("programs.txt"), texts.toString().getBytes(StandardCharsets.UTF_8));
        run(mode, programs, interpreter, runner);
        runner.late.arriveAndAwaitAdvance();
        Files.write(out.resolve("expected.txt"), expected.toString().getBytes(StandardCharsets.UTF_8));
        System.out.println(programs.size() + " programs");
    }

    private static void run(String mode, Map<String, Program> programs, Interpreter interpreter, Runner runner)
            throws InterruptedException {
        if (mode.equals("notifier")) {
            for (Map.Entry<String, Program> entry : programs.entrySet()) {
                String prefix = entry.getKey() + "-";
                interpreter.ofNotifier(entry.getValue(), prefix);
                NotifierRun.run(entry.getValue(), prefix, runner);
            }
        } else {
            programs.forEach((name, program) -> interpreter.ofEngine(program, name));
            EngineRun.run(programs, 4, runner);
        }
    }
}
