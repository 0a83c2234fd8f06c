package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The reported system properties and places; finding them runs no application code. */
class LaunchTest {
    /** A replacement of the system's properties, as set by tests. */
    private static final class Odd extends Properties {
        @Override
        public Set<Object> keySet() {
            return fail("the application's code is called");
        }

        @Override
        public Object get(Object key) {
            return fail("the application's code is called");
        }

        @Override
        public String getProperty(String key) {
            return fail("the application's code is called");
        }
    }

    private static Map<Object, Object> map(String... pairs) {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    @Test
    void onlyNewAndChangedPropertiesAreToldAndNoneOfTheJvmsOwn() {
        Map<Object, Object> before = map("kept", "1", "changed", "1", "java.io.tmpdir", "/tmp");
        Map<Object, Object> now = map(
                "kept",
                "1",
                "changed",
                "2",
                "new",
                "",
                "java.io.tmpdir",
                "/x",
                "surefire.x",
                "y",
                "user.dir",
                "/q",
                "jdk.x",
                "1",
                "sun.x",
                "1",
                "javax.x",
                "1");
        assertArrayEquals(new String[] {"changed", "2", "javax.x", "1", "new", ""}, Launch.changed(before, now));
    }

    /** Places have slashes on every system; those on the class path are not the launcher's. */
    @Test
    void entriesOfTheClassPathAreNoneOfTheLaunchersOnAnySystem() {
        List<String> places = Arrays.asList("/r/junit.jar", "/r/launcher.jar");
        assertArrayEquals(new String[] {"/r/launcher.jar"}, Launch.beyond(places, "/p/classes:/r/junit.jar", ":"));
        assertArrayEquals(new String[] {"/r/junit.jar", "/r/launcher.jar"}, Launch.beyond(places, null, ":"));
        List<String> onWindows = Arrays.asList("C:/r/junit.jar", "D:/r/other.jar", "C:/r/launcher.jar");
        String classPath = "C:\\p\\classes;c:\\r\\junit.jar;D:\\r\\other.jar";
        assertArrayEquals(new String[] {"C:/r/launcher.jar"}, Launch.beyond(onWindows, classPath, ";"));
    }

    @Test
    void whatIsNoStringIsLeftOut() {
        Properties properties = new Properties();
        properties.put("a", "b");
        properties.put("number", 1);
        properties.put(2, "two");
        assertEquals(map("a", "b"), Launch.strings(properties));
    }

    @Test
    void propertiesOfAnotherClassAreNotTouched() {
        assertEquals(Collections.emptyMap(), Launch.strings(new Odd()));
        // Nor are they read as the defaults of ordinary properties.
        Properties properties = new Properties(new Odd());
        properties.put("a", "b");
        assertEquals(map("a", "b"), Launch.strings(properties));
    }
}
