package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import elsewhere.Remembering;
import io.faultline.evosuite.Woven;
import java.io.File;
import java.net.URISyntaxException;
import org.junit.jupiter.api.Test;

class StringComparisonsTest {
    @Test
    void whatIsStoredIsRightInTheSearch() throws Exception {
        for (String text : new String[] {"/**", "x/**", "ask", "*.", ""}) {
            assertEquals(new Remembering(text).text(), inTheSearch(text), text);
        }
    }

    /** Returns the class's result when it is instrumented as the target of a search. */
    private static Object inTheSearch(String text) throws ReflectiveOperationException, URISyntaxException {
        Woven evosuite = Woven.adapted();
        Class<?> properties = evosuite.loadClass("org.evosuite.Properties");
        properties.getField("TARGET_CLASS").set(null, Remembering.class.getName());
        Class<?> handler = evosuite.loadClass("org.evosuite.classpath.ClassPathHandler");
        String classes = new File(Remembering.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .getPath();
        handler.getMethod("changeTargetClassPath", String[].class)
                .invoke(handler.getMethod("getInstance").invoke(null), (Object) new String[] {classes});
        ClassLoader loader = (ClassLoader) evosuite.loadClass("org.evosuite.instrumentation.InstrumentingClassLoader")
                .getConstructor()
                .newInstance();
        Class<?> target = loader.loadClass(Remembering.class.getName());
        return target.getMethod("text")
                .invoke(target.getConstructor(String.class).newInstance(text));
    }
}
