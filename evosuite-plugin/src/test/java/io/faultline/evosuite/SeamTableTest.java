package io.faultline.evosuite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.evosuite.adapter.FitnessProperties;
import io.faultline.evosuite.adapter.FitnessSeams;
import io.faultline.evosuite.adapter.InitialiserLines;
import io.faultline.evosuite.adapter.RecordedClasses;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.compat.CompatibilitySeams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/evosuite.md equal the descriptions of properties and seams.
 *
 * <p>To update them: {@code mvn test -Dtest=SeamTableTest -Ddocuments.write=true}.
 */
class SeamTableTest {
    private static final Path DOCUMENT =
            Path.of(System.getProperty("documents")).resolve("evosuite.md");
    private static final boolean WRITE = Boolean.getBoolean("documents.write");

    @Test
    void theDocumentHasEveryProperty() throws IOException {
        StringBuilder table = new StringBuilder("| property | default | meaning |\n|---|---|---|\n");
        for (FitnessProperties.Property property : FitnessProperties.ALL) {
            table.append("| `" + property.key + "` | " + property.initial + " | " + property.description + " |\n");
        }
        documented("properties", table.toString());
    }

    @Test
    void theDocumentHasTheSeamsForAMetric() throws IOException {
        documented("seams: metric", table(FitnessSeams.ALL));
    }

    @Test
    void theDocumentHasTheSeamsForNewerJava() throws IOException {
        documented("seams: java", table(CompatibilitySeams.ALL));
    }

    @Test
    void theDocumentHasTheSeamsForRecording() throws IOException {
        documented("seams: recording", table(List.of(new RecordedClasses(), new InitialiserLines())));
    }

    private static void documented(String name, String table) throws IOException {
        String document = Files.readString(DOCUMENT);
        String begin = "<!-- " + name + " -->\n";
        int from = document.indexOf(begin) + begin.length();
        int to = document.indexOf("<!-- end -->", from);
        if (WRITE) {
            Files.writeString(DOCUMENT, document.substring(0, from) + table + document.substring(to));
        } else {
            assertEquals(
                    table,
                    document.substring(from, to),
                    DOCUMENT + " is behind; -Ddocuments.write=true brings it up to date");
        }
    }

    private static String table(List<Seam> seams) {
        StringBuilder table =
                new StringBuilder("| seam | class and method | now | without it | versions |\n|---|---|---|---|---|\n");
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
