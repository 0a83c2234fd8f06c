package io.faultline.runner;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Factory;

/**
 * Finds the classes whose factories make instances of a TestNG class that TestNG cannot instantiate by itself. They stand in
 * the same folder of classes, and name both the class and the annotation.
 */
final class TestNgFactories {
    private static final String CLASS = ".class";

    /** As a class file describes the annotation. */
    private static final byte[] FACTORY = bytes("Lorg/testng/annotations/Factory;");

    private TestNgFactories() {}

    /** The classes to pass to TestNG for the tests of this class: itself, or those of its factories if there are some. */
    static List<Class<?>> of(Class<?> testClass) {
        List<Class<?>> found = isMadeByItself(testClass) ? Collections.emptyList() : factories(testClass);
        return found.isEmpty() ? Collections.singletonList(testClass) : found;
    }

    private static boolean isMadeByItself(Class<?> testClass) {
        if (Modifier.isAbstract(testClass.getModifiers())) {
            return true;
        }
        for (Constructor<?> constructor : testClass.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 0 || constructor.isAnnotationPresent(Factory.class)) {
                return true;
            }
        }
        return Arrays.stream(testClass.getDeclaredMethods())
                .anyMatch(method ->
                        Modifier.isStatic(method.getModifiers()) && method.isAnnotationPresent(Factory.class));
    }

    private static List<Class<?>> factories(Class<?> testClass) {
        List<Class<?>> factories = new ArrayList<>();
        try {
            CodeSource source = testClass.getProtectionDomain().getCodeSource();
            Path folder = source == null ? null : Paths.get(source.getLocation().toURI());
            if (folder == null || !Files.isDirectory(folder)) {
                return factories;
            }
            String name = testClass.getName().replace('.', '/');
            byte[] constant = constant(name);
            byte[] inTypes = bytes("L" + name + ";");
            try (Stream<Path> files = Files.walk(folder)) {
                List<Path> classes = files.filter(file -> file.toString().endsWith(CLASS))
                        .sorted()
                        .collect(Collectors.toList());
                for (Path file : classes) {
                    byte[] content = Files.readAllBytes(file);
                    if (contains(content, FACTORY) && (contains(content, constant) || contains(content, inTypes))) {
                        add(folder.relativize(file).toString(), testClass, factories);
                    }
                }
            }
        } catch (IOException | URISyntaxException | SecurityException | IllegalArgumentException unreadable) {
            // Then the class is all that is known.
        }
        return factories;
    }

    private static void add(String file, Class<?> testClass, List<Class<?>> factories) {
        String name = file.substring(0, file.length() - CLASS.length())
                .replace('/', '.')
                .replace('\\', '.');
        try {
            Class<?> type = Class.forName(name, false, testClass.getClassLoader());
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Factory.class)) {
                    factories.add(type);
                    return;
                }
            }
        } catch (ClassNotFoundException | LinkageError otherwise) {
            // A class that cannot be loaded makes nothing.
        }
    }

    private static boolean contains(byte[] content, byte[] part) {
        for (int at = 0; at <= content.length - part.length; at++) {
            int same = 0;
            while (same < part.length && content[at + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return true;
            }
        }
        return false;
    }

    /** A text as an entry of the pool of constants, so that no longer name is taken for it (JVMS 4.4.7). */
    private static byte[] constant(String text) {
        byte[] encoded = bytes(text);
        byte[] entry = new byte[3 + encoded.length];
        entry[0] = 1;
        entry[1] = (byte) (encoded.length >> 8);
        entry[2] = (byte) encoded.length;
        System.arraycopy(encoded, 0, entry, 3, encoded.length);
        return entry;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
