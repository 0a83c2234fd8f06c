package io.faultline.amplify.grow;

import io.faultline.runner.Clock;
import io.faultline.runner.Fields;
import io.faultline.runner.Lines;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@link Program} that compiles variants of Kotlin tests: {@code CompileKotlin REQUEST}. It does not edit: the
 * request contains the functions, and it reports which of them compile together.
 */
public final class CompileKotlin {
    private CompileKotlin() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    static int run(String[] arguments, PrintStream err) {
        if (arguments.length != 1) {
            err.println("name one request: CompileKotlin REQUEST");
            return Program.BAD_REQUEST;
        }
        return Program.run(arguments[0], CompileKotlin::compile, err);
    }

    private static void compile(Lines request) throws Nothing, IOException {
        Clock clock = new Clock(request.number("deadline-ms", 0));
        Path out = Files.createDirectories(Path.of(request.one("out")));
        List<String> arguments = new ArrayList<>();
        for (List<String> argument : request.lines("argument", 1)) {
            arguments.add(argument.get(0));
        }
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (List<String> test : request.lines("wanted", 2)) {
            wanted.put(test.get(0), Integer.valueOf(test.get(1)));
        }
        List<Function> functions = new ArrayList<>();
        for (List<String> function : request.lines("function", 5)) {
            functions.add(new Function(function));
        }
        List<Pieces> copies = new ArrayList<>();
        for (List<String> pieces : request.lines("pieces", 1)) {
            copies.add(new Pieces(pieces));
        }
        Path file = Path.of(request.one("file"));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Kotlinc compiler = new Kotlinc(request.paths("compiler"), arguments);
        GrowingKotlin growing = new GrowingKotlin(compiler, clock, file, copies, wanted);
        List<Function> kept = growing.kept(functions);
        StringBuilder table = new StringBuilder(Fields.line("n"));
        kept.forEach(function -> table.append(Fields.line(function.number)));
        Files.write(out.resolve("kept.tsv"), table.toString().getBytes(StandardCharsets.UTF_8));
        String report = Fields.line("what", "value")
                + Fields.line("did not compile", Integer.toString(growing.left()))
                + Fields.line("rounds", Integer.toString(growing.rounds()))
                + Fields.line("ms", Long.toString(clock.ms()));
        Files.write(out.resolve("compiled.tsv"), report.getBytes(StandardCharsets.UTF_8));
    }
}
