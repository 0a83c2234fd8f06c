package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What Maven is told of the goals. */
class DescriptorTest {
    /**
     * Before an aggregator runs, Maven sets the filter of every module's dependencies to what that goal asks for: bound to a
     * phase, it empties the class path of modules that other threads compile just then.
     */
    @Test
    void noGoalThatIsBoundToAPhaseIsAnAggregator() throws Exception {
        List<String> bound = new ArrayList<>();
        NodeList goals;
        try (InputStream descriptor = getClass().getResourceAsStream("/META-INF/maven/plugin.xml")) {
            assertNotNull(descriptor, "the descriptor is written before tests run");
            goals = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(descriptor)
                    .getElementsByTagName("mojo");
        }
        for (int i = 0; i < goals.getLength(); i++) {
            Element goal = (Element) goals.item(i);
            if (text(goal, "phase") != null) {
                bound.add(text(goal, "goal"));
                assertEquals("false", text(goal, "aggregator"), text(goal, "goal"));
            }
        }
        assertTrue(bound.contains("aggregate"), bound::toString);
    }

    /** The text of a goal's own element; parameters have elements of their own names further in. */
    private static String text(Element goal, String name) {
        for (Node child = goal.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name)) {
                return child.getTextContent();
            }
        }
        return null;
    }
}
