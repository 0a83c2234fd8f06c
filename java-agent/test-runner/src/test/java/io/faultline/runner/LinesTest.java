package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class LinesTest {
    @TempDir
    Path folder;

    private Lines of(String text) throws IOException {
        return Lines.read(Files.writeString(folder.resolve("request"), text));
    }

    private String refused(Executable code) {
        return assertThrows(Refused.class, code).getMessage().replace(folder + "/", "");
    }

    @Test
    void keysHaveLinesOfValuesAndTheLastOneCounts() throws IOException {
        Lines lines = of("a\t1\t2\n\nb\tx\na\t3\n");
        assertEquals(List.of(List.of("1", "2"), List.of("3")), lines.lines("a", 1));
        assertEquals(List.of("3"), lines.line("a", 1));
        assertEquals("3", lines.one("a"));
        assertEquals(Set.of("a", "b"), lines.keys());
        assertEquals(List.of(Path.of("x")), lines.paths("b"));
        assertEquals(List.of(), lines.lines("c", 1));
    }

    @Test
    void whatIsNotGivenIsAsUsual() throws IOException {
        Lines lines = of("n\t7\nencoding\tISO-8859-1\n");
        assertEquals(7, lines.number("n", 1));
        assertEquals(1, lines.number("m", 1));
        assertEquals("u", lines.of("m", "u"));
        assertEquals(StandardCharsets.ISO_8859_1, lines.encoding());
        assertEquals(StandardCharsets.UTF_8, of("").encoding());
    }

    @Test
    void whatCannotBeFollowedIsASentence() throws IOException {
        Lines lines = of("n\tx\na\nencoding\tx-none\n");
        assertEquals("the request request has no `c`", refused(() -> lines.one("c")));
        assertEquals("the request request has a line `a` with 0 values; give 1", refused(() -> lines.one("a")));
        assertEquals("the request's `n` is `x`, which is no number", refused(() -> lines.number("n", 0)));
        assertEquals("the encoding `x-none` is unknown to this Java; name another", refused(lines::encoding));
        assertEquals(
                "the request request cannot be read: a field has `\\q`, which stands for nothing",
                refused(() -> of("a\t\\q\n")));
    }
}
