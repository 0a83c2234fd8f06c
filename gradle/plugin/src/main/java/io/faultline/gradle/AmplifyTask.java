package io.faultline.gradle;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import org.gradle.api.tasks.UntrackedTask;

/** Generates variants of recorded failing tests, and prints the methods that they make suspicious. */
@UntrackedTask(because = "It prints")
public abstract class AmplifyTask extends AmplifyOptions {
    @Override
    Map<String, ?> environment() {
        File caches = getCaches().get().getAsFile();
        Map<String, String> environment = new HashMap<>();
        environment.put("FAULTLINE_AMPLIFY", Tools.amplify(caches).getPath());
        // The JVMs that run the variants record them.
        environment.put("FAULTLINE_AGENT", Tools.agent(caches).getPath());
        return environment;
    }
}
