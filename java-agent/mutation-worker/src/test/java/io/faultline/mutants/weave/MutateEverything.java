package io.faultline.mutants.weave;

import io.faultline.instrument.Archives;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Mutates classes and links them under full verification.
 *
 * <p>Arguments: {@code jdk} for all modules of the running JDK, {@code jdk:MODULE} for one; jars, or folders of jars,
 * such as the local Maven repository. Identical class files count once. Exit code 1 if a class that links without
 * mutants fails to link with them or cannot be mutated.
 */
public final class MutateEverything {
    private MutateEverything() {}

    public static void main(String[] arguments) throws Exception {
        LinkCheck check = new LinkCheck(List.of());
        Tally all = new Tally();
        List<Path> folders = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.equals("jdk") || argument.startsWith("jdk:")) {
                Tally jdk = check.module(argument.equals("jdk") ? "*" : argument.substring(4));
                System.out.println(argument + ": " + jdk);
                all.add(jdk);
            } else {
                folders.add(Path.of(argument));
            }
        }
        List<Path> jars = Archives.jarsBelow(folders);
        for (Path jar : jars) {
            all.add(check.jar(jar));
        }
        System.out.println("all, " + jars.size() + " jars among them: " + all);
        all.broken.forEach(System.out::println);
        all.full.forEach((name, count) -> System.out.println("no room for " + count + " mutants: " + name));
        System.exit(all.broken.isEmpty() && all.refused.isEmpty() ? 0 : 1);
    }
}
