package io.faultline.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Content of recordings, read through {@code faultline export}: each test's outcome and lines. */
final class Rows {
    private Rows() {}

    /**
     * Maps each test, such as {@code CalcTest::byZero failed}, to the lines it executed, such as {@code Calc:5 Calc:6}.
     */
    private static Map<String, String> read(Path tsv) throws IOException {
        List<String> elements = Files.readAllLines(tsv.resolve("elements.tsv")).stream()
                .map(line -> line.split("\t"))
                .map(field -> simple(field[0]) + ":" + field[2])
                .collect(Collectors.toList());
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(tsv.resolve("tests.tsv"))) {
            String[] field = line.split("\t", -1);
            rows.put(simple(field[0]) + " " + field[1], lines(elements, field[2]));
        }
        return rows;
    }

    static Map<String, String> in(Path project, String... folders) {
        try {
            Path tsv = Files.createTempDirectory("rows");
            List<String> command =
                    new ArrayList<>(List.of(Gradle.DIST.resolve("bin/faultline").toString()));
            command.addAll(List.of("export", "--format", "tsv", "--out", tsv.toString()));
            command.addAll(List.of(folders));
            Ran.of(project, command).succeeds();
            Map<String, String> rows = read(tsv);
            Build.remove(tsv);
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String lines(List<String> elements, String numbers) {
        return Stream.of(numbers.split(" "))
                .filter(number -> !number.isEmpty())
                .map(number -> elements.get(Integer.parseInt(number)))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
