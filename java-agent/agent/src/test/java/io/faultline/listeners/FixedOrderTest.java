package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.FixMethodOrder;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.runner.OrderWith;
import org.junit.runner.RunWith;
import org.junit.runner.manipulation.Alphanumeric;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.Parameterized;
import org.junit.runners.model.InitializationError;

class FixedOrderTest {
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    interface SharesState {}

    static class ByInterface implements SharesState {}

    static class BySuperclass extends ByInterface {}

    @Retention(RetentionPolicy.RUNTIME)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    @interface Sorted {}

    @Sorted
    static class ByOtherAnnotation {
        static class Nested {}
    }

    @FixMethodOrder
    static class OfJUnit4 {}

    @OrderWith(Alphanumeric.class)
    static class OrderedWith {}

    static class OwnRunner extends BlockJUnit4ClassRunner {
        OwnRunner(Class<?> type) throws InitializationError {
            super(type);
        }
    }

    @RunWith(OwnRunner.class)
    static class ByOwnRunner {}

    @RunWith(Parameterized.class)
    static class ByJUnitsRunner {}

    @Test
    void annotationsAreFoundOnSupertypesAroundAndOnAnnotations() {
        for (Class<?> fixed : new Class<?>[] {
            ByInterface.class,
            BySuperclass.class,
            ByOtherAnnotation.class,
            ByOtherAnnotation.Nested.class,
            OfJUnit4.class,
            OrderedWith.class,
            ByOwnRunner.class,
        }) {
            assertTrue(FixedOrder.of(fixed), fixed.getName());
        }
        assertFalse(FixedOrder.of(FixedOrderTest.class));
        assertFalse(FixedOrder.of(ByJUnitsRunner.class));
    }
}
