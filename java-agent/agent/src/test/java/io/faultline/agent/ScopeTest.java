package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScopeTest {
    @Test
    void foldersAndJarsOfTheProjectAreInScope() throws Exception {
        assertTrue(in("root=/p", "a.B", "file:/p/target/classes/"));
        assertTrue(in("root=/p", "a.B", "file:/p/module/build/classes/java/main/"));
        assertTrue(in("root=/p", "a.B", "file:/p/module/target/module-1.jar"));
        assertTrue(in("root=/p", "a.B", "jar:file:/p/target/app.jar!/BOOT-INF/classes!/"));
        assertTrue(in("root=/p%20q", "a.B", "file:/p%20q/target/classes/"));
        assertTrue(in("root=/p/", "a.B", "file:/p/bin/"));
    }

    /** Spring Boot before 3.2, Spring Boot from 3.2 on, Jetty, and Tomcat, each of which writes URLs in its own way. */
    @Test
    void ownClassesInsideAnArchiveAreTheProjectsAndItsLibrariesAreNot() throws Exception {
        String[] before = {
            "jar:file:/p/target/app.jar!/", "jar:nested:/p/target/app.jar/!", "war:file:/p/target/app.jar*/"
        };
        String[] after = {"!/", "/!/", "/"};
        for (int i = 0; i < before.length; i++) {
            for (String folder : new String[] {"BOOT-INF/classes", "WEB-INF/classes"}) {
                Location own = at("/p", before[i] + folder + after[i]);
                assertEquals("/p/target/app.jar!/" + folder, own.path);
                assertTrue(own.inProject && own.archive, own.path);
                assertFalse(at("/other", before[i] + folder + after[i]).inProject);
            }
            for (String folder : new String[] {"BOOT-INF/lib", "WEB-INF/lib", "WEB-INF/lib-provided"}) {
                Location library = at("/p", before[i] + folder + "/x-1.jar" + after[i].replace("/!/", "!/"));
                assertEquals("/p/target/app.jar!/" + folder + "/x-1.jar", library.path);
                assertFalse(library.inProject, library.path);
            }
        }
        assertEquals("/p/target/app.jar", at("/p", "jar:file:/p/target/app.jar!/").path);
        assertTrue(
                at("/p", "jar:nested:/p%20q/app.jar/!BOOT-INF/classes/!/").path.startsWith("/p q/app.jar!/"));
    }

    @Test
    void aFolderWhoseNameEndsWithAnExclamationMarkIsNoArchive() throws Exception {
        Location folder = at("/p/wow!", "file:/p/wow!/target/classes/");
        assertEquals("/p/wow!/target/classes", folder.path);
        assertTrue(folder.inProject && !folder.archive);
        assertEquals("/p/wow!/lib/a.jar", at("/p/wow!", "jar:file:/p/wow!/lib/a.jar!/").path);
        assertEquals("/p/wow!/a.jar!/WEB-INF/classes", at("/p/wow!", "jar:file:/p/wow!/a.jar!/WEB-INF/classes!/").path);
    }

    @Test
    void theLoaderOfABootArchiveIsNoCodeOfTheProject() throws Exception {
        String loader = "org.springframework.boot.loader.launch.JarLauncher";
        assertFalse(in("root=/p", loader, "file:/p/target/app.jar"));
        assertTrue(in("root=/p", loader, "file:/p/target/classes/"));
        assertTrue(in("root=/p", "org.springframework.boot.X", "file:/p/target/app.jar"));
    }

    private static Location at(String root, String url) {
        return Location.of(url, new String[] {root});
    }

    @Test
    void whatLiesElsewhereIsNot() throws Exception {
        assertFalse(in("root=/p", "a.B", "file:/other/target/classes/"));
        assertFalse(in("root=/p", "a.B", "file:/pp/target/classes/"));
        assertFalse(in("root=/p", "a.B", "file:/home/x/.m2/repository/a/b.jar"));
        assertFalse(in("root=/p", "a.B", "http://host/p/x.jar"));
        assertFalse(in("root=/p", "a.B", null));
    }

    @Test
    void cachesBelowTheProjectAreNotTheProject() throws Exception {
        assertFalse(in("root=/p", "a.B", "file:/p/.m2/repository/a/b.jar"));
        assertFalse(in("root=/p", "a.B", "file:/p/.gradle/caches/x.jar"));
        assertFalse(in("root=/p", "a.B", "file:/p/.mvn/wrapper/maven-wrapper.jar"));
        assertFalse(in("root=/p", "a.B", "file:/p/repo/org/x/lib/1.2/lib-1.2.jar"));
        assertFalse(in("root=/p", "a.B", "file:/p/repo/org/x/lib/1.2/lib-1.2-linux.jar"));
        assertFalse(in("root=/p", "a.B", "file:/p/home/caches/modules-2/files-2.1/x/lib.jar"));
        assertFalse(in("root=/p", "build_1", "file:/p/home/caches/jars-9/59e/p.jar"));
        assertTrue(in("root=/p", "a.B", "file:/p/lib/target/lib-1.2.jar"));
        assertTrue(in("root=/home/.gradle/p", "a.B", "file:/home/.gradle/p/target/classes/"));
    }

    @Test
    void anArchiveThatTestsReadIsNoCodeOfTheProject() throws Exception {
        for (String folder :
                new String[] {"target/test-classes", "m/build/resources/test/jars", "m/src/test/resources"}) {
            assertFalse(in("root=/p", "a.B", "file:/p/" + folder + "/other.jar"), folder);
        }
        assertTrue(
                in("root=/src/test/p", "a.B", "file:/src/test/p/libs/own.jar"), "where the project lies says nothing");
    }

    @Test
    void testOutputIsLeftOutEvenWhenIncludedByName() throws Exception {
        for (String folder : new String[] {
            "target/test-classes",
            "build/classes/java/test",
            "build/classes/kotlin/testFixtures",
            "build/classes/java/integrationTest",
            "out/test/module",
            "out/test/classes",
            "bin/test",
            "target/x-tests.jar"
        }) {
            String url = "file:/p/" + folder + (folder.endsWith(".jar") ? "" : "/");
            assertFalse(in("root=/p", "a.B", url), folder);
            assertFalse(in("include=a.*", "a.B", url), folder);
        }
        assertTrue(in("root=/p", "a.B", "file:/p/build/classes/java/latest/"));
    }

    @Test
    void classesOfTestOutputAreTheTestsOwn() throws Exception {
        assertTrue(ofTests("root=/p", "a.B", "file:/p/target/test-classes/"));
        assertTrue(ofTests("root=/p", "org.junit.OwnTest", "file:/p/target/test-classes/"));
        assertFalse(ofTests("root=/p", "org.junit.runner.JUnitCore", "file:/p/lib/x-tests.jar"));
        assertFalse(ofTests("root=/p,exclude=a.*", "a.B", "file:/p/target/test-classes/"));
        assertFalse(ofTests("root=/p", "a.B", "file:/p/target/classes/"));
        assertFalse(ofTests("root=/p", "a.B", null));
    }

    @Test
    void withoutAProjectEveryFolderIsInScopeAndNoJar() throws Exception {
        assertTrue(in("", "a.B", "file:/anywhere/classes/"));
        assertFalse(in("", "a.B", "file:/anywhere/library.jar"));
        assertFalse(in("", "a.B", null));
    }

    @Test
    void includeTakesClassesFromAnywhereAndExcludeWins() throws Exception {
        assertTrue(in("include=a.*", "a.B", "file:/anywhere/library.jar"));
        assertTrue(in("include=a.*", "a.B", null));
        assertFalse(in("include=a.*", "c.D", "file:/p/target/classes/"));
        assertFalse(in("include=a.*,exclude=a.B", "a.B$C", "file:/anywhere/library.jar"));
        assertFalse(in("root=/p,exclude=*.generated.*", "a.generated.B", "file:/p/target/classes/"));
    }

    @Test
    void testToolsInTheProjectsLibraryFolderAreNotItsCode() throws Exception {
        assertFalse(in("root=/p", "org.junit.runner.JUnitCore", "file:/p/lib/junit.jar"));
        assertTrue(in("root=/p", "org.junit.runner.JUnitCore", "file:/p/target/classes/"));
    }

    @Test
    void classesOfTheJdkAndGeneratedAccessorsNeverAre() throws Exception {
        assertFalse(in("include=*", "jdk.internal.reflect.GeneratedMethodAccessor1", null));
        assertFalse(in("include=*", "com.sun.proxy.$Proxy3", null));
        assertFalse(in("include=*", "a.$Proxy3", null));
    }

    /** The JVM resolves links of a class path, so that {@code bazel-bin/libcalc.jar} has a code source elsewhere. */
    @Test
    void entriesOfTheClassPathThatLeadOutOfTheProjectByALinkAreInIt(@TempDir Path folder) throws Exception {
        Path real = folder.toRealPath();
        Files.createDirectories(real.resolve("p/own"));
        Files.createDirectories(real.resolve("cache"));
        Files.createFile(real.resolve("cache/libcalc.jar"));
        Files.createFile(real.resolve("cache/libother.jar"));
        Files.createSymbolicLink(real.resolve("p/bazel-bin"), real.resolve("cache"));
        Files.createDirectories(real.resolve(".m2/repository"));
        Files.createFile(real.resolve(".m2/repository/a.jar"));
        Files.createSymbolicLink(real.resolve("p/lib"), real.resolve(".m2/repository"));
        Path released = Files.createDirectories(real.resolve("data/a/1.2")).resolve("a-1.2.jar");
        Files.createSymbolicLink(real.resolve("p/a.jar"), Files.createFile(released));
        String[] entries = {
            real + "/p/bazel-bin/libcalc.jar",
            real + "/cache/libother.jar",
            real + "/p/own",
            real + "/p/lib/a.jar",
            real + "/p/a.jar",
            ""
        };
        String[] project = {real + "/p"};
        LinkedPlaces links = new LinkedPlaces(String.join(File.pathSeparator, entries), project);
        String named = real + "/p/bazel-bin/libcalc.jar";
        assertEquals(named, links.named(real + "/cache/libcalc.jar"));
        assertEquals(named + "!/WEB-INF/classes", links.named(real + "/cache/libcalc.jar!/WEB-INF/classes"));
        for (String other :
                new String[] {"/cache/libother.jar", "/.m2/repository/a.jar", "/data/a/1.2/a-1.2.jar", "/p/own"}) {
            assertEquals(real + other, links.named(real + other));
        }
        Location location = Location.of("file:" + real + "/cache/libcalc.jar", project, links);
        assertEquals(named, location.path);
        assertTrue(location.inProject && location.archive);
    }

    @Test
    void aProjectReachedThroughASymbolicLinkIsTheProject(@TempDir Path folder) throws Exception {
        Path real = Files.createDirectories(folder.resolve("real/target/classes"))
                .getParent()
                .getParent();
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        String throughLink = link.resolve("target/classes").toUri().toString();
        String direct = real.resolve("target/classes").toUri().toString();
        assertTrue(in("root=" + Options.encode(real.toString()), "a.B", throughLink));
        assertTrue(in("root=" + Options.encode(link.toString()), "a.B", direct));
    }

    @Test
    void aCodeSourceIsReadOnce() throws Exception {
        Scope scope = new Scope(Options.parse("root=/p"));
        ProtectionDomain domain = domain("file:/p/target/classes/");
        Location first = scope.locationOf(domain);
        assertSame(first, scope.locationOf(domain));
        assertSame(first, scope.locationOf(domain("file:/p/target/classes/")));
        assertEquals("/p/target/classes", first.path);
    }

    private static boolean in(String options, String className, String url) throws Exception {
        Scope scope = new Scope(Options.parse(options));
        return scope.contains(className, scope.locationOf(domain(url)));
    }

    private static boolean ofTests(String options, String className, String url) throws Exception {
        Scope scope = new Scope(Options.parse(options));
        return scope.isOfTests(className, scope.locationOf(domain(url)));
    }

    private static ProtectionDomain domain(String url) throws Exception {
        URL location = url == null ? null : url.startsWith("jar:") ? new URL(url) : new URI(url).toURL();
        return new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null);
    }
}
