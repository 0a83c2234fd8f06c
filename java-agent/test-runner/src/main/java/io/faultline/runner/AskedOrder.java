package io.faultline.runner;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** A Jupiter method orderer that sorts methods into the requested order. Jupiter instantiates it by name. */
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
