package io.faultline.mutants.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    private Settings read(String... lines) throws Exception {
        Path file = folder.resolve("settings");
        Files.write(file, List.of(lines));
        return Settings.read(file);
    }

    @Test
    void everyLineIsUnderstood() throws Exception {
        Settings settings = read(
                "results\t/a/b.flt",
                "pair\t/a/pair",
                "origin\t17\t18446744073709551615\ta\\tb",
                "target\t3\ta.B$C\tffffffffffffffff\t1,20,300",
                "target\t4\ta.D\tff\t1\t1f",
                "fuel\t/a/b\\\\c",
                "fuel\t/d.jar",
                "wall\t200",
                "wall-most\t4000",
                "active\t786433");
        assertEquals(Path.of("/a/b.flt"), settings.results);
        assertEquals(Path.of("/a/pair"), settings.pair);
        assertEquals(17, settings.originStarted);
        assertEquals(-1, settings.originNonce);
        assertEquals("a\tb", settings.originDescription);
        Settings.Target target = settings.targets.get("a/B$C");
        assertEquals(3, target.number);
        assertEquals(-1, target.hash);
        assertEquals(-1, target.file);
        Settings.Target restored = settings.targets.get("a/D");
        assertEquals(0xff, restored.hash);
        assertEquals(0x1f, restored.file);
        assertEquals("{1, 20, 300}", target.lines.toString());
        assertEquals(List.of("/a/b\\c", "/d.jar"), settings.fuel);
        assertEquals(200, settings.wall);
        assertEquals(4000, settings.wallMost);
        assertEquals(3 << 18 | 1, settings.active);
    }

    @Test
    void unknownLinesAndEscapesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> read("colour\tblue"));
        assertThrows(IllegalArgumentException.class, () -> read("fuel\ta\\xb"));
    }
}
