package io.faultline.maven;

import io.faultline.plugins.Arguments;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.apache.maven.execution.MavenExecutionRequest;

/** The command that starts Maven again with the same options and another phase. */
final class MavenCommand {
    private static final String IGNORE_FAILURES = "maven.test.failure.ignore";

    private MavenCommand() {}

    /**
     * Maven's script: that of the running installation, else the project's wrapper, else the one on the path.
     *
     * @param home the property {@code maven.home}; may be null
     * @param root the folder of the whole build
     */
    static String script(String home, Path root) {
        Path own = home == null ? null : new File(home, "bin/mvn").toPath();
        if (own != null && Files.isExecutable(own)) {
            return own.toString();
        }
        Path wrapper = root.resolve("mvnw");
        return Files.isExecutable(wrapper) ? wrapper.toString() : "mvn";
    }

    /**
     * The options of {@code request}, changed so that failing tests do not end the build early.
     *
     * @param phase the last phase of the build
     */
    static List<String> arguments(MavenExecutionRequest request, String phase) {
        Arguments arguments = new Arguments("--batch-mode", "--no-transfer-progress");
        file(arguments, "--file", request.getPom());
        file(arguments, "--settings", request.getUserSettingsFile());
        file(arguments, "--global-settings", request.getGlobalSettingsFile());
        file(arguments, "--toolchains", request.getUserToolchainsFile());
        file(arguments, "--global-toolchains", request.getGlobalToolchainsFile());
        arguments
                .flag("--offline", request.isOffline())
                .flag("--update-snapshots", request.isUpdateSnapshots())
                .flag(
                        request.getReactorFailureBehavior().equals(MavenExecutionRequest.REACTOR_FAIL_NEVER)
                                ? "--fail-never"
                                : "--fail-at-end",
                        true);
        modules(arguments, request);
        profiles(arguments, request);
        if (request.getDegreeOfConcurrency() > 1) {
            arguments.option("--threads", request.getDegreeOfConcurrency());
        }
        if (!request.getUserProperties().containsKey(IGNORE_FAILURES)) {
            arguments.plain(Collections.singleton("-D" + IGNORE_FAILURES + "=true"));
        }
        new TreeMap<>(request.getUserProperties())
                .forEach((name, value) -> arguments.plain(Collections.singleton("-D" + name + "=" + value)));
        arguments.plain(Collections.singleton(phase));
        return arguments.list();
    }

    private static void file(Arguments arguments, String option, File file) {
        if (file != null && file.isFile()) {
            arguments.option(option, file.getAbsolutePath());
        }
    }

    private static void modules(Arguments arguments, MavenExecutionRequest request) {
        List<String> chosen = new ArrayList<>(request.getSelectedProjects());
        request.getExcludedProjects().forEach(module -> chosen.add("!" + module));
        if (!chosen.isEmpty()) {
            arguments.option("--projects", String.join(",", chosen));
        }
        String also = request.getMakeBehavior();
        boolean both = MavenExecutionRequest.REACTOR_MAKE_BOTH.equals(also);
        arguments
                .flag("--also-make", both || MavenExecutionRequest.REACTOR_MAKE_UPSTREAM.equals(also))
                .flag("--also-make-dependents", both || MavenExecutionRequest.REACTOR_MAKE_DOWNSTREAM.equals(also))
                .option("--resume-from", request.getResumeFrom());
    }

    private static void profiles(Arguments arguments, MavenExecutionRequest request) {
        List<String> profiles = new ArrayList<>(request.getActiveProfiles());
        request.getInactiveProfiles().forEach(profile -> profiles.add("!" + profile));
        if (!profiles.isEmpty()) {
            arguments.option("--activate-profiles", String.join(",", profiles));
        }
    }
}
