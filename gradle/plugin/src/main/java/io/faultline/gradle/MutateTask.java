package io.faultline.gradle;

import java.util.Collections;
import java.util.Map;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Runs recorded tests again on code with one small change at a time, and prints the lines that this makes suspicious.
 */
@UntrackedTask(because = "It prints")
public abstract class MutateTask extends MutateOptions {
    @Override
    Map<String, ?> environment() {
        return Collections.singletonMap(
                "FAULTLINE_MUTANTS",
                Tools.mutants(getCaches().get().getAsFile()).getPath());
    }
}
