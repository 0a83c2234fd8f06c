package io.faultline.evosuite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.evosuite.adapter.FitnessSeams;
import io.faultline.evosuite.adapter.RecordedClasses;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.compat.CompatibilitySeams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/evosuite.md are what the seams say of themselves.
 *
 * <p>To bring them up to date: {@code mvn test -Dtest=SeamTableTest -Ddocuments.write=true}.
 */
class SeamTableTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("documents")).resolve("evosuite.md");
    private static final boolean WRITE = Boolean.getBoolean("documents.write");

    @Test
    void theDocumentHasTheSeamsForAMetric() throws IOException {
        documented("metric", FitnessSeams.ALL);
    }

    @Test
    void theDocumentHasTheSeamsForNewerJava() throws IOException {
        documented("java", CompatibilitySeams.ALL);
    }

    @Test
    void theDocumentHasTheSeamForRecording() throws IOException {
        documented("recording", List.of(new RecordedClasses()));
    }

    private static void documented(String name, List<Seam> seams) throws IOException {
        String document = Files.readString(DOCUMENT);
        String begin = "<!-- seams: " + name + " -->\n";
        int from = document.indexOf(begin) + begin.length();
        int to = document.indexOf("<!-- end -->", from);
        String table = table(seams);
        if (WRITE) {
            Files.writeString(DOCUMENT, document.substring(0, from) + table + document.substring(to));
        } else {
            assertEquals(table, document.substring(from, to), DOCUMENT + " is behind; -Ddocuments.write=true brings it up to date");
        }
    }

    private static String table(List<Seam> seams) {
        StringBuilder table = new StringBuilder("| seam | class and method | now | without it | versions |\n|---|---|---|---|---|\n");
        for (Seam seam : seams) {
            table.append("| ").append(seam.getClass().getSimpleName());
            for (String cell : List.of(seam.place, seam.change, seam.without, seam.versions())) {
                table.append(" | ").append(cell.replace("<", "&lt;"));
            }
            table.append(" |\n");
        }
        return table.toString();
    }
}
