package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchivesTest {
    private static final String AGENT = "-javaagent:/c/faultline-agent.jar=dir=/p";
    private static final List<String> NO_LINES = Collections.emptyList();

    private static Archives with(String variable, String value) {
        return new Archives(name -> name.equals(variable) ? value : null);
    }

    @Test
    void whatThePropertySaysIsUndoneBehindIt() {
        String value = AGENT + " -Xmx1g -XX:SharedArchiveFile=a.jsa -Xshare:on";
        assertEquals(
                value + " -XX:SharedArchiveFile= -Xshare:auto", with("", "").undone(value, "argLine", NO_LINES));
        assertEquals(AGENT + " -Xmx1g", with("", "").undone(AGENT + " -Xmx1g", "argLine", NO_LINES));
    }

    @Test
    void whatTheEnvironmentSaysIsUndone() {
        for (String variable : new String[] {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"}) {
            Archives archives = with(variable, "-Da=b -XX:+AutoCreateSharedArchive");
            assertEquals(AGENT + " -XX:-AutoCreateSharedArchive", archives.undone(AGENT, "argLine", NO_LINES));
        }
    }

    @Test
    void ofAnArgumentLineWhatStandsBeforeThePropertyIsUndoneAndWhatStandsBehindItIsNamed() {
        Archives archives = with("", "");
        String before = "-XX:AOTCache=app.aot @{argLine} -Xmx1g";
        String value = archives.undone(AGENT, "argLine", Arrays.asList(before));
        assertEquals(AGENT + " -XX:AOTMode=off", value);
        assertNull(archives.left(value, "argLine", before));
        String behind = "@{argLine} -XX:ArchiveClassesAtExit=app.jsa";
        assertEquals(AGENT, archives.undone(AGENT, "argLine", Arrays.asList(behind)));
        assertEquals("-XX:ArchiveClassesAtExit", archives.left(AGENT, "argLine", behind));
    }
}
