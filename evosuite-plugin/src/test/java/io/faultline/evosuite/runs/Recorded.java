package io.faultline.evosuite.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Spectra in the tsv layout, recorded or generated. */
final class Recorded {
    /** Recorded from {@code Fraction} of commons-lang3 3.14.0: a failing test of sums, and a passing test. */
    static final Path FRACTION =
            Path.of(System.getProperty("fixtures")).resolveSibling("resources").resolve("fraction");

    private Recorded() {}

    /** Returns the recorded spectrum with changed elements. */
    static Path changed(Path folder, UnaryOperator<String> elements) {
        try {
            Path copy = Files.createDirectory(folder.resolve("changed"));
            Files.copy(FRACTION.resolve("tests.tsv"), copy.resolve("tests.tsv"));
            Files.writeString(
                    copy.resolve("elements.tsv"), elements.apply(Files.readString(FRACTION.resolve("elements.tsv"))));
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a spectrum in which a failing test covers all lines of some classes. */
    static Path covering(Path folder, Path classes, String... names) {
        try {
            Set<String> elements = new LinkedHashSet<>();
            for (String name : names) {
                elements.addAll(lines(Files.readAllBytes(classes.resolve(name.replace('.', '/') + ".class"))));
            }
            Path spectrum = Files.createDirectories(folder.resolve("covering"));
            Files.write(spectrum.resolve("elements.tsv"), elements);
            String all = IntStream.range(0, elements.size())
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
            Files.writeString(spectrum.resolve("tests.tsv"), "a.Test::fails\tfailed\t" + all + "\n");
            return spectrum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(byte[] classFile) {
        List<String> lines = new ArrayList<>();
        ClassReader reader = new ClassReader(classFile);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitLineNumber(int line, Label start) {
                                lines.add(reader.getClassName().replace('/', '.') + "\t" + name + descriptor + "\t"
                                        + line);
                            }
                        };
                    }
                },
                0);
        return lines;
    }
}
