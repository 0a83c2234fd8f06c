package io.faultline.runner;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Jupiter's methods in the order in which they were asked for; Jupiter makes it by its name. */
public final class AskedOrder implements MethodOrderer {
    static List<String> methods = Collections.emptyList();

    @Override
    public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors().sort(Comparator.comparingInt(AskedOrder::place));
    }

    private static int place(MethodDescriptor descriptor) {
        return methods.indexOf(descriptor.getMethod().getName());
    }
}
