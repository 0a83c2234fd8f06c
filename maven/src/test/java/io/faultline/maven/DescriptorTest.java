package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The plugin's descriptor of goals. */
class DescriptorTest {
    /**
     * Before an aggregator runs, Maven sets the dependency filter of every module to what that goal requires. Bound to
     * a phase, an aggregator would empty the class path of modules that other threads are compiling.
     */
    @Test
    void noGoalThatIsBoundToAPhaseIsAnAggregator() throws Exception {
        List<String> bound = new ArrayList<>();
        NodeList goals = elements("mojo");
        for (int i = 0; i < goals.getLength(); i++) {
            Element goal = (Element) goals.item(i);
            if (text(goal, "phase") != null) {
                bound.add(text(goal, "goal"));
                assertEquals("false", text(goal, "aggregator"), text(goal, "goal"));
            }
        }
        assertTrue(bound.contains("aggregate"), bound::toString);
    }

    /**
     * The parameters are generated from the program's options. A list parameter that is declared as another type would
     * treat two values as one.
     */
    @Test
    void parametersHaveTheTypesAndPropertiesOfTheirOptions() throws Exception {
        Map<String, String> parameters = new TreeMap<>();
        NodeList goals = elements("mojo");
        for (int i = 0; i < goals.getLength(); i++) {
            Element goal = (Element) goals.item(i);
            NodeList all = goal.getElementsByTagName("parameter");
            for (int k = 0; k < all.getLength(); k++) {
                Element parameter = (Element) all.item(k);
                String name = text(parameter, "name");
                Element configuration =
                        (Element) goal.getElementsByTagName("configuration").item(0);
                Element value =
                        (Element) configuration.getElementsByTagName(name).item(0);
                parameters.put(text(goal, "goal") + " " + name, text(parameter, "type") + " " + value.getTextContent());
            }
        }
        assertEquals("java.util.List ${faultline.failing}", parameters.get("select failing"));
        assertEquals("java.io.File ${faultline.pool}", parameters.get("select pool"));
        assertEquals("boolean ${faultline.labelled}", parameters.get("select labelled"));
        assertEquals("java.lang.Integer ${faultline.top}", parameters.get("select top"));
        assertEquals("java.lang.String ${faultline.given}", parameters.get("select given"));
        assertEquals("java.io.File ${faultline.select.json}", parameters.get("select json"));
        assertEquals("java.lang.Integer ${faultline.amplify.tests}", parameters.get("amplify tests"));
        assertEquals("java.lang.String ${faultline.amplify.oracleRevision}", parameters.get("amplify oracleRevision"));
        assertEquals("java.lang.Integer ${faultline.memory}", parameters.get("budget memory"));
        assertEquals("java.lang.Long ${faultline.seed}", parameters.get("budget seed"));
        assertEquals("java.io.File ${faultline.out}", parameters.get("budget out"));
    }

    private static NodeList elements(String name) throws Exception {
        try (InputStream descriptor = DescriptorTest.class.getResourceAsStream("/META-INF/maven/plugin.xml")) {
            assertNotNull(descriptor, "the descriptor is written before tests run");
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(descriptor)
                    .getElementsByTagName(name);
        }
    }

    /** The text of a goal's own child element; parameters contain elements of the same names. */
    private static String text(Element goal, String name) {
        for (Node child = goal.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name)) {
                return child.getTextContent();
            }
        }
        return null;
    }
}
