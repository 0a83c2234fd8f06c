package org.example;

import java.util.stream.Stream;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

@ClassTemplate
@ExtendWith(TemplateTest.Twice.class)
class TemplateTest {
    @Test
    void template() {
        Zoo.template();
    }

    static class Twice implements ClassTemplateInvocationContextProvider {
        @Override
        public boolean supportsClassTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
            return Stream.of(new Once(), new Once());
        }
    }

    static class Once implements ClassTemplateInvocationContext {}
}
