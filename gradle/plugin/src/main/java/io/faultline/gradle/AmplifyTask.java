package io.faultline.gradle;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import org.gradle.api.tasks.UntrackedTask;

/** Grows tests from recorded failing ones, and prints which methods they blame. */
@UntrackedTask(because = "It prints")
public abstract class AmplifyTask extends AmplifyOptions {
    @Override
    Map<String, ?> environment() {
        File caches = getCaches().get().getAsFile();
        Map<String, String> environment = new HashMap<>();
        environment.put("FAULTLINE_AMPLIFY", Tools.amplify(caches).getPath());
        // The JVMs that run what is grown record it.
        environment.put("FAULTLINE_AGENT", Tools.agent(caches).getPath());
        return environment;
    }
}
