package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.testng.annotations.Factory;

class TestNgFactoriesTest {
    public static final class Made {
        Made(int number) {}
    }

    public static final class MadeLater {
        MadeLater(int number) {}
    }

    public static final class Maker {
        @Factory
        public Object[] all() {
            return new Object[] {new Made(1)};
        }
    }

    public static final class MakerLater {
        @Factory
        public Object[] all() {
            return new Object[] {new MadeLater(1)};
        }
    }

    public static final class ByItself {
        @org.testng.annotations.Test
        public void passes() {}
    }

    @Test
    void aClassThatTestNgCannotInstantiateIsMadeByTheFactoryThatNamesIt() {
        assertEquals(Collections.singletonList(Maker.class), TestNgFactories.of(Made.class));
        assertEquals(Collections.singletonList(MakerLater.class), TestNgFactories.of(MadeLater.class));
    }

    @Test
    void aClassThatTestNgInstantiatesIsPassedItself() {
        assertEquals(Collections.singletonList(ByItself.class), TestNgFactories.of(ByItself.class));
    }
}
